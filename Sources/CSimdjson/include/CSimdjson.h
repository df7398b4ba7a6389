#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parser with its buffers, used by one thread at a time.
typedef struct CSimdjsonParser CSimdjsonParser;

/// The last parsed document, as simdjson writes it: a tape of 64-bit words, the kind in the top byte, and the strings
/// beside it, each behind its length in four bytes. (The form is described in simdjson's `doc/tape.md`.)
///
/// Word 0 is the document, word 1 its root value. The functions below are inline: reading a member costs no call.
typedef struct CSimdjsonTape {
    const uint64_t *_Null_unspecified words;
    const uint8_t *_Null_unspecified strings;
} CSimdjsonTape;

/// What went wrong, as far as a caller decides by it.
enum {
    CSIMDJSON_OK = 0,
    CSIMDJSON_NOT_JSON = 1,
    CSIMDJSON_TOO_DEEP = 2,
    CSIMDJSON_NOT_UTF8 = 3,
    CSIMDJSON_BAD_NUMBER = 4,
    CSIMDJSON_NO_MEMORY = 5,
};

/// What one pass over the bytes of a text tells.
enum {
    CSIMDJSON_BEYOND_ASCII = 1,
    CSIMDJSON_AMPERSAND = 2,
    /// A `<`.
    CSIMDJSON_BRACKET = 4,
    /// White space other than single spaces between words, as Unicode calls it so.
    CSIMDJSON_UNTIDY = 8,
    /// What no URL has: white space of ASCII, a control character, `<`, `>` or `"`.
    CSIMDJSON_BEYOND_URL = 16,
};

/// Null where there is no memory.
CSimdjsonParser *_Nullable csimdjson_create(size_t maximumDepth);
void csimdjson_destroy(CSimdjsonParser *_Nullable parser);

/// Copies the text behind its padding and parses it. On success the tape is valid until the next call.
int csimdjson_parse(CSimdjsonParser *_Nonnull parser, const uint8_t *_Nonnull bytes, size_t count);

/// simdjson's words for the last failure.
const char *_Nonnull csimdjson_message(const CSimdjsonParser *_Nonnull parser);

/// The tape; the address stays the same for the life of the parser.
const CSimdjsonTape *_Nonnull csimdjson_tape(const CSimdjsonParser *_Nonnull parser);

/// The traits of a text in valid UTF-8.
uint32_t csimdjson_traits(const uint8_t *_Nullable text, size_t count);

/// How many bytes at the beginning of a text are surely not untidy, nearly up to where it becomes so.
size_t csimdjson_tidy(const uint8_t *_Nullable text, size_t count);

/// The bytes of the text that a value was read from.
const uint8_t *_Nonnull csimdjson_source(const CSimdjsonTape *_Nonnull tape, uint32_t index, size_t *_Nonnull count);

/// `{` `[` `"` `l` (signed) `u` (unsigned) `d` (double) `t` `f` `n`, and `}` `]` at the end of a container.
static inline uint8_t csimdjson_kind(const CSimdjsonTape *_Nonnull tape, uint32_t index) {
    return (uint8_t)(tape->words[index] >> 56);
}

/// The index behind a value; for a container, behind its end.
static inline uint32_t csimdjson_next(const CSimdjsonTape *_Nonnull tape, uint32_t index) {
    switch (csimdjson_kind(tape, index)) {
    case '{': case '[': return (uint32_t)tape->words[index];
    case 'l': case 'u': case 'd': return index + 2;
    default: return index + 1;
    }
}

/// The index of the first value (or key) in a container, which is that of its end where it is empty.
static inline uint32_t csimdjson_first(uint32_t index) { return index + 1; }

/// The index of a container's end.
static inline uint32_t csimdjson_end(const CSimdjsonTape *_Nonnull tape, uint32_t index) {
    return (uint32_t)tape->words[index] - 1;
}

/// The UTF-8 bytes of a string or key.
static inline const uint8_t *_Nonnull csimdjson_string(
    const CSimdjsonTape *_Nonnull tape, uint32_t index, size_t *_Nonnull count
) {
    const uint8_t *string = tape->strings + (tape->words[index] & 0x00FFFFFFFFFFFFFFull);
    uint32_t length;
    memcpy(&length, string, sizeof length);
    *count = length;
    return string + sizeof length;
}

/// The 64 bits of a number.
static inline uint64_t csimdjson_bits(const CSimdjsonTape *_Nonnull tape, uint32_t index) {
    return tape->words[index + 1];
}

/// The value of an object's first member of a name; 0 where there is none, or no object.
static inline uint32_t csimdjson_member(
    const CSimdjsonTape *_Nonnull tape, uint32_t index, const uint8_t *_Nullable name, size_t count
) {
    if (csimdjson_kind(tape, index) != '{') return 0;
    const uint32_t end = csimdjson_end(tape, index);
    for (uint32_t key = index + 1; key < end; key = csimdjson_next(tape, key + 1)) {
        size_t length;
        const uint8_t *string = csimdjson_string(tape, key, &length);
        if (length == count && (count == 0 || memcmp(string, name, count) == 0)) return key + 1;
    }
    return 0;
}

#ifdef __cplusplus
}
#endif

#include "CSimdjsonShape.h"
