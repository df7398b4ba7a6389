#include "CSimdjson.h"

#include <cstdlib>
#include <new>
#include <simdjson.h>
#include <utility>
#include <vector>

static_assert(simdjson::SIMDJSON_VERSION_MAJOR == 3, "the tape is read by its layout, which a new major version may change");

// A parser is its tape, so that a value on the tape leads back to the text without a second pointer.
struct CSimdjsonParser : CSimdjsonTape {
    simdjson::dom::parser parser{};
    size_t maximumDepth;
    // The text with the padding that simdjson reads beyond it.
    uint8_t *text = nullptr;
    size_t capacity = 0;
    size_t count = 0;
    simdjson::error_code failure = simdjson::SUCCESS;
    // Where the last look-up in the source ended: look-ups mostly go forward.
    uint32_t lookedUp = 1;
    uint32_t token = 0;

    explicit CSimdjsonParser(size_t depth) : CSimdjsonTape{}, maximumDepth(depth) {}
    ~CSimdjsonParser() { std::free(text); }

    bool reserve(size_t needed) {
        if (needed <= capacity) return true;
        void *larger = std::realloc(text, needed + simdjson::SIMDJSON_PADDING);
        if (!larger) return false;
        text = static_cast<uint8_t *>(larger);
        capacity = needed;
        return parser.allocate(needed, maximumDepth) == simdjson::SUCCESS;
    }

    // Two things that JSON allows and simdjson refuses would cost a whole page for one value of it: an integer beyond
    // 64 bits, which is parsed as a double while its text stays, and half a surrogate pair, which a sender leaves who
    // cuts text by UTF-16 units, and which becomes U+FFFD. Neither changes the length, so that offsets stay true.
    // Returns what must be put back after parsing.
    std::vector<std::pair<size_t, uint16_t>> mend() {
        std::vector<std::pair<size_t, uint16_t>> mended;
        for (size_t at = 0; at < count; at++) {
            if (text[at] == '"') {
                at = mendString(at + 1);
            } else if (isDigit(text[at])) {
                const size_t start = at;
                while (at < count && isDigit(text[at])) at++;
                const size_t end = at;
                while (at < count && (isDigit(text[at]) || isOf(".eE+-", text[at]))) at++;
                if (at == end && end - start >= 19 && text[start] != '0') {
                    uint16_t digits;
                    std::memcpy(&digits, text + at - 2, 2);
                    mended.emplace_back(at - 2, digits);
                    std::memcpy(text + at - 2, "e2", 2);
                }
                at--;
            }
        }
        return mended;
    }

    // Returns where the string ends.
    size_t mendString(size_t at) {
        for (; at < count && text[at] != '"'; at++) {
            if (text[at] != '\\') continue;
            const int unit = codeUnit(at);
            if (unit >= 0xD800 && unit < 0xDC00 && (codeUnit(at + 6) & ~0x3FF) == 0xDC00) {
                at += 11;
            } else if (unit >= 0xD800 && unit < 0xE000) {
                std::memcpy(text + at + 2, "fffd", 4);
                at += 5;
            } else {
                at++;
            }
        }
        return at;
    }

    // The value of `\uXXXX` at an offset, or -1.
    int codeUnit(size_t at) const {
        if (at + 6 > count || text[at] != '\\' || text[at + 1] != 'u') return -1;
        int unit = 0;
        for (size_t digit = at + 2; digit < at + 6; digit++) {
            const uint8_t c = text[digit], lower = c | 0x20;
            if (isDigit(c)) unit = unit * 16 + (c - '0');
            else if (lower >= 'a' && lower <= 'f') unit = unit * 16 + (lower - 'a' + 10);
            else return -1;
        }
        return unit;
    }

    static bool isDigit(uint8_t c) { return c >= '0' && c <= '9'; }

    static bool isOf(const char *characters, uint8_t c) { return c != 0 && std::strchr(characters, c); }

    simdjson::error_code parse() {
        auto result = parser.parse(text, count, false).error();
        if (result != simdjson::NUMBER_ERROR && result != simdjson::STRING_ERROR) return result;
        const auto mended = mend();
        result = parser.parse(text, count, false).error();
        for (const auto &[at, digits] : mended) std::memcpy(text + at, &digits, 2);
        return result;
    }

    // Tokens and words of the tape come in the same order, but that commas and colons leave no word.
    size_t offset(uint32_t index) {
        if (index < lookedUp) {
            lookedUp = 1;
            token = 0;
        }
        const uint32_t *tokens = parser.implementation->structural_indexes.get();
        for (;;) {
            while (text[tokens[token]] == ',' || text[tokens[token]] == ':') token++;
            if (lookedUp >= index) return tokens[token];
            const uint8_t kind = csimdjson_kind(this, lookedUp);
            lookedUp += kind == 'l' || kind == 'u' || kind == 'd' ? 2 : 1;
            token++;
        }
    }

    size_t end(uint32_t index) {
        switch (csimdjson_kind(this, index)) {
        case '{': case '[': return offset(csimdjson_end(this, index)) + 1;
        case '"': {
            size_t at = offset(index) + 1;
            for (; at < count && text[at] != '"'; at++) if (text[at] == '\\') at++;
            return at + 1;
        }
        default: {
            size_t at = offset(index);
            while (at < count && !isOf(",]} \t\r\n", text[at])) at++;
            return at;
        }
        }
    }
};

CSimdjsonParser *csimdjson_create(size_t maximumDepth) {
    try {
        return new CSimdjsonParser(maximumDepth);
    } catch (...) {
        return nullptr;
    }
}

void csimdjson_destroy(CSimdjsonParser *parser) { delete parser; }

int csimdjson_parse(CSimdjsonParser *parser, const uint8_t *bytes, size_t count) {
    try {
        parser->failure = simdjson::MEMALLOC;
        if (!parser->reserve(count)) return CSIMDJSON_NO_MEMORY;
        std::memcpy(parser->text, bytes, count);
        parser->count = count;
        parser->lookedUp = 1;
        parser->token = 0;
        parser->failure = parser->parse();
        parser->words = parser->parser.doc.tape.get();
        parser->strings = parser->parser.doc.string_buf.get();
        switch (parser->failure) {
        case simdjson::SUCCESS: return CSIMDJSON_OK;
        case simdjson::DEPTH_ERROR: return CSIMDJSON_TOO_DEEP;
        case simdjson::UTF8_ERROR: return CSIMDJSON_NOT_UTF8;
        case simdjson::NUMBER_ERROR: return CSIMDJSON_BAD_NUMBER;
        case simdjson::MEMALLOC: case simdjson::CAPACITY: return CSIMDJSON_NO_MEMORY;
        default: return CSIMDJSON_NOT_JSON;
        }
    } catch (...) {
        return CSIMDJSON_NO_MEMORY;
    }
}

const char *csimdjson_message(const CSimdjsonParser *parser) {
    try {
        return simdjson::error_message(parser->failure);
    } catch (...) {
        return "an error without a name";
    }
}

const CSimdjsonTape *csimdjson_tape(const CSimdjsonParser *parser) { return parser; }

const uint8_t *csimdjson_source(const CSimdjsonTape *tape, uint32_t index, size_t *count) {
    auto *parser = const_cast<CSimdjsonParser *>(static_cast<const CSimdjsonParser *>(tape));
    const size_t start = parser->offset(index);
    *count = parser->end(index) - start;
    return parser->text + start;
}
