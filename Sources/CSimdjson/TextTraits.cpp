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

// The bytes behind each byte of a vector; zeros behind its last.
static Bytes behind(Bytes bytes) {
    return __builtin_shufflevector(bytes, Bytes{0}, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
}

// Hands a text to `look`, sixteen bytes at a time. Steps overlap by two bytes, so that three in a row are seen together,
// and the last goes back to end with the text. A short text is filled up with what has no trait.
template <typename Look> static void sweep(const uint8_t *text, size_t count, Look look) {
    if (count < 16) {
        uint8_t filled[16];
        std::memset(filled, '0', sizeof filled);
        std::memcpy(filled, text, count);
        return look(load(filled));
    }
    for (size_t at = 0; at + 16 < count; at += 14) look(load(text + at));
    look(load(text + count - 16));
}

// White space other than a space before something else: that of ASCII, doubled spaces, and beyond ASCII U+0085, U+00A0,
// U+1680, U+2000 to U+200A, U+2028, U+2029, U+202F, U+205F, U+3000.
static Truths isUntidy(Bytes first) {
    const Bytes second = behind(first), third = behind(second);
    const Truths oneByte = ((first >= 0x09) & (first <= 0x0D)) | ((first == ' ') & (second == ' '));
    const Truths twoBytes = (first == 0xC2) & ((second == 0x85) | (second == 0xA0));
    const Truths general = ((third >= 0x80) & (third <= 0x8A)) | (third == 0xA8) | (third == 0xA9) | (third == 0xAF);
    const Truths threeBytes = ((first == 0xE2) & (((second == 0x80) & general) | ((second == 0x81) & (third == 0x9F))))
        | ((first == 0xE1) & (second == 0x9A) & (third == 0x80)) | ((first == 0xE3) & (second == 0x80) & (third == 0x80));
    return oneByte | twoBytes | threeBytes;
}

uint32_t csimdjson_traits(const uint8_t *text, size_t count) {
    if (count == 0) return 0;
    Truths wide = {0}, ampersand = {0}, bracket = {0}, untidy = {0}, beyondURL = {0};
    sweep(text, count, [&](Bytes bytes) {
        wide |= bytes >= 0x80;
        ampersand |= bytes == '&';
        bracket |= bytes == '<';
        beyondURL |= (bytes <= ' ') | (bytes == 0x7F) | (bytes == '<') | (bytes == '>') | (bytes == '"');
        untidy |= isUntidy(bytes);
    });
    uint32_t traits = 0;
    if (any(ampersand)) traits |= CSIMDJSON_AMPERSAND;
    if (any(bracket)) traits |= CSIMDJSON_BRACKET;
    if (any(wide)) traits |= CSIMDJSON_BEYOND_ASCII;
    if (any(untidy) || text[0] == ' ' || text[count - 1] == ' ') traits |= CSIMDJSON_UNTIDY;
    if (any(beyondURL)) traits |= CSIMDJSON_BEYOND_URL;
    return traits;
}

size_t csimdjson_tidy(const uint8_t *text, size_t count) {
    size_t at = 0;
    while (at + 16 <= count && !any(isUntidy(load(text + at)))) at += 14;
    return at;
}
