#include "CSimdjson.h"

#include <cstring>

// Vectors of sixteen bytes, which every compiler of ours makes of the machine's own; a comparison sets all bits of a byte.
typedef uint8_t Bytes __attribute__((vector_size(16)));
typedef int8_t Truths __attribute__((vector_size(16)));

static Bytes load(const uint8_t *at) {
    Bytes bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

static bool any(Truths truths) {
    uint64_t halves[2];
    std::memcpy(halves, &truths, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

// Hands every byte of a text, with the two behind it, to `look`, sixteen at a time; behind the text are zeros. The last
// step goes back to reach the end, so that nothing beyond the text is read.
template <typename Look> static void sweep(const uint8_t *text, size_t count, Look look) {
    for (size_t at = 0; at + 18 <= count; at += 16) look(text + at);
    uint8_t tail[48] = {0};
    const size_t left = count < 18 ? count : 18;
    std::memcpy(tail, text + count - left, left);
    look(tail);
    look(tail + 2);
}

// White space beyond ASCII: U+0085, U+00A0, U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000.
static bool hasWideSpace(const uint8_t *text, size_t count) {
    Truths found = {0};
    sweep(text, count, [&found](const uint8_t *at) {
        const Bytes first = load(at), second = load(at + 1), third = load(at + 2);
        found |= (first == 0xC2) & ((second == 0x85) | (second == 0xA0));
        found |= (first == 0xE2) & (second == 0x80)
            & ((third <= 0x8A) | (third == 0xA8) | (third == 0xA9) | (third == 0xAF));
        found |= (first == 0xE2) & (second == 0x81) & (third == 0x9F);
        found |= (first == 0xE1) & (second == 0x9A) & (third == 0x80);
        found |= (first == 0xE3) & (second == 0x80) & (third == 0x80);
    });
    return any(found);
}

uint32_t csimdjson_traits(const uint8_t *text, size_t count) {
    if (count == 0) return 0;
    Truths wide = {0}, ampersand = {0}, bracket = {0}, untidy = {0};
    sweep(text, count, [&](const uint8_t *at) {
        const Bytes bytes = load(at);
        wide |= bytes >= 0x80;
        ampersand |= bytes == '&';
        bracket |= bytes == '<';
        untidy |= ((bytes >= 0x09) & (bytes <= 0x0D)) | ((bytes == ' ') & (load(at + 1) == ' '));
    });
    uint32_t traits = 0;
    if (any(ampersand)) traits |= CSIMDJSON_AMPERSAND;
    if (any(bracket)) traits |= CSIMDJSON_BRACKET;
    if (any(wide)) traits |= CSIMDJSON_BEYOND_ASCII;
    if (any(untidy) || text[0] == ' ' || text[count - 1] == ' ' || (any(wide) && hasWideSpace(text, count)))
        traits |= CSIMDJSON_UNTIDY;
    return traits;
}
