#pragma once

#include "CSimdjson.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The paths that are known of some answers, with what one answer had at each: a tree of nodes, parents before children.
typedef struct CSimdjsonShape CSimdjsonShape;

/// The kinds of values at a path, as bits.
enum {
    CSIMDJSON_NULL = 1,
    CSIMDJSON_BOOL = 2,
    CSIMDJSON_NUMBER = 4,
    CSIMDJSON_STRING = 8,
    CSIMDJSON_ARRAY = 16,
    CSIMDJSON_OBJECT = 32,
    /// An object whose keys are data: all its members are one node.
    CSIMDJSON_MAP = 64,
};

/// How a node is reached from its parent.
enum {
    CSIMDJSON_ROOT = 0,
    CSIMDJSON_KEY = 1,
    /// Every element of an array.
    CSIMDJSON_ELEMENT = 2,
    /// Every member whose key is data.
    CSIMDJSON_ANY_KEY = 3,
};

/// What is known of a node beside its kinds.
enum {
    /// Objects above it were seen without it.
    CSIMDJSON_OPTIONAL = 1,
    /// To see it once more teaches nothing.
    CSIMDJSON_SETTLED = 2,
};

/// What one answer had at a path.
typedef struct CSimdjsonShapeNode {
    uint32_t parent;
    uint8_t step;
    uint8_t kinds;
    /// How many values.
    uint32_t count;
    /// How many of them were objects.
    uint32_t objects;
    const uint8_t *_Null_unspecified key;
    size_t keyCount;
} CSimdjsonShapeNode;

/// Null where there is no memory. Nothing is kept of what lies deeper, or of paths beyond the number of nodes; an object
/// with more keys than `siblings` is a map.
CSimdjsonShape *_Nullable csimdjson_shape_create(uint32_t nodes, uint32_t depth, uint32_t siblings);
void csimdjson_shape_destroy(CSimdjsonShape *_Nullable shape);

/// Forgets all but the root, of which these kinds are known.
void csimdjson_shape_reset(CSimdjsonShape *_Nonnull shape, uint8_t kinds, uint8_t traits);

/// Adds a known node below another and returns its index; 0 where there is no room.
uint32_t csimdjson_shape_add(
    CSimdjsonShape *_Nonnull shape, uint32_t parent, uint8_t step, const uint8_t *_Nullable key, size_t keyCount,
    uint8_t kinds, uint8_t traits);

/// Of a list inside of a list so many elements are looked at, and the last.
enum { CSIMDJSON_FIRST_ELEMENTS = 7 };

/// Looks at a value and all in it. 0 where there was nothing to learn, 1 where there was, -1 where memory ended.
///
/// Where all is known this allocates nothing. What was not known is added, for `csimdjson_shape_node`; call
/// `csimdjson_shape_reset` before the next look.
int csimdjson_shape_look(
    CSimdjsonShape *_Nonnull shape, const CSimdjsonTape *_Nonnull tape, uint32_t index);

uint32_t csimdjson_shape_count(const CSimdjsonShape *_Nonnull shape);

/// What the last look saw; the key is there until the next reset.
CSimdjsonShapeNode csimdjson_shape_node(const CSimdjsonShape *_Nonnull shape, uint32_t index);

#ifdef __cplusplus
}
#endif
