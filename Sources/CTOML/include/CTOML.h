#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

/// A text as it was read: a tree laid flat, parents before their children, or the mistake that ended the reading.
typedef struct CTOMLDocument CTOMLDocument;

typedef enum CTOMLKind {
    CTOML_STRING,
    CTOML_INTEGER,
    CTOML_FLOAT,
    CTOML_BOOLEAN,
    CTOML_LOCAL_DATE,
    CTOML_LOCAL_TIME,
    CTOML_LOCAL_DATE_TIME,
    CTOML_OFFSET_DATE_TIME,
    CTOML_ARRAY,
    CTOML_TABLE,
} CTOMLKind;

/// Bytes that belong to the document; no zero ends them.
typedef struct CTOMLText {
    const char *_Nullable bytes;
    size_t length;
} CTOMLText;

/// A place in the text, both counted from 1, columns in code points.
typedef struct CTOMLPlace {
    uint32_t line;
    uint32_t column;
} CTOMLPlace;

typedef struct CTOMLDateTime {
    uint16_t year;
    uint8_t month, day, hour, minute, second;
    uint32_t nanosecond;
    int16_t offset_minutes;
} CTOMLDateTime;

typedef struct CTOMLNode {
    CTOMLKind kind;
    /// Empty for the root and for elements of an array.
    CTOMLText key;
    CTOMLPlace key_place;
    CTOMLPlace place;
    /// Of a string.
    CTOMLText text;
    /// Of an integer; of a boolean 0 or 1.
    int64_t integer;
    double number;
    CTOMLDateTime when;
    /// How many values an array or a table holds, in the order written; the first of them is the next node.
    size_t children;
} CTOMLNode;

/// Reads UTF-8 text. Null only where memory ran out.
CTOMLDocument *_Nullable ctoml_parse(const char *_Nonnull bytes, size_t length);
void ctoml_free(CTOMLDocument *_Nullable document);

/// What was wrong, and where; empty where nothing was.
CTOMLText ctoml_mistake(const CTOMLDocument *_Nonnull document, CTOMLPlace *_Nonnull place);
/// The node of an index below `ctoml_count`; 0 is the root table.
CTOMLNode ctoml_node(const CTOMLDocument *_Nonnull document, size_t index);
size_t ctoml_count(const CTOMLDocument *_Nonnull document);

#ifdef __cplusplus
}
#endif
