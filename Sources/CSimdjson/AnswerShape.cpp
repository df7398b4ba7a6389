#include "CSimdjsonShape.h"

#include <cstring>
#include <string>
#include <vector>

__extension__ typedef unsigned __int128 Product;

static uint64_t mix(uint64_t a, uint64_t b) {
    const Product product = static_cast<Product>(a) * b;
    return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

template <typename Word> static uint64_t load(const uint8_t *at) {
    Word word;
    std::memcpy(&word, at, sizeof word);
    return word;
}

// What a path is looked up by: its parent's hash and one step. Keys are short; the last word of a longer one overlaps
// the word before it.
static uint64_t hash(uint64_t parent, uint8_t step, const uint8_t *key, size_t count) {
    uint64_t state = parent ^ (count * 0x9E3779B97F4A7C15ull + step);
    uint64_t low = 0, high = 0;
    if (count >= 8) {
        for (size_t at = 0; at + 8 < count; at += 8) state = mix(state ^ load<uint64_t>(key + at), 0xE7037ED1A0B428DBull);
        low = load<uint64_t>(key + count - 8);
    } else if (count >= 4) {
        low = load<uint32_t>(key);
        high = load<uint32_t>(key + count - 4);
    } else if (count > 0) {
        low = static_cast<uint64_t>(key[0]) << 16 | static_cast<uint64_t>(key[count / 2]) << 8 | key[count - 1];
    }
    return mix(state ^ low ^ 0xA0761D6478BD642Full, high ^ 0x8EBC6AF09C88C6E3ull);
}

// Whether a key is a value rather than a name: a number, an identifier, a date, a text for people. What breaks a line
// belongs here too, so that a path always stands on one.
static bool isData(const uint8_t *key, size_t count) {
    if (count > 64) return true;
    size_t digits = 0, hexadecimal = 0, joints = 0;
    for (size_t at = 0; at < count; at++) {
        const uint8_t c = key[at], lower = c | 0x20;
        const uint8_t next = at + 1 < count ? key[at + 1] : 0, last = at + 2 < count ? key[at + 2] : 0;
        if (c < 0x20 || c == 0x7F || c == '/') return true;
        if (c == 0xC2 && next < 0xA0) return true;
        if (c == 0xE2 && next == 0x80 && (last == 0xA8 || last == 0xA9)) return true;
        if (c >= '0' && c <= '9') digits++;
        else if (lower >= 'a' && lower <= 'f') hexadecimal++;
        else if (c == '-' || c == ':' || c == '.') joints++;
    }
    if (digits > 0 && digits + joints == count) return true;
    return count >= 8 && digits >= 2 && digits + hexadecimal + joints == count;
}

struct CSimdjsonShape {
    struct Node {
        uint64_t hash = 0;
        uint32_t parent = 0;
        uint32_t count = 0, objects = 0;
        // Children by a key of their own.
        uint32_t named = 0;
        uint8_t step = CSIMDJSON_ROOT, seen = 0, known = 0, traits = 0;
        std::string key;

        bool isMap() const { return (known | seen) & CSIMDJSON_MAP; }
    };

    static constexpr uint32_t none = UINT32_MAX;

    std::vector<Node> nodes;
    // Indices of nodes by hash; 0, which is the root, is an empty place.
    std::vector<uint32_t> table;
    uint32_t maximumNodes, maximumDepth, maximumSiblings;

    CSimdjsonShape(uint32_t count, uint32_t depth, uint32_t siblings)
        : maximumNodes(count), maximumDepth(depth), maximumSiblings(siblings) {
        nodes.reserve(count);
        size_t size = 16;
        while (size < 2 * static_cast<size_t>(count)) size *= 2;
        table.assign(size, 0);
        nodes.emplace_back();
    }

    void reset(uint8_t kinds, uint8_t traits) {
        std::fill(table.begin(), table.end(), 0);
        nodes.resize(1);
        nodes[0] = Node();
        nodes[0].known = kinds;
        nodes[0].traits = traits;
    }

    // The place where a hash is or would be.
    size_t place(uint64_t hash) const {
        size_t at = hash & (table.size() - 1);
        while (table[at] != 0 && nodes[table[at]].hash != hash) at = (at + 1) & (table.size() - 1);
        return at;
    }

    uint32_t add(uint32_t parent, uint8_t step, const uint8_t *key, size_t count, uint64_t hash, size_t place) {
        if (nodes.size() >= maximumNodes) return none;
        Node node;
        node.hash = hash;
        node.parent = parent;
        node.step = step;
        if (count > 0) node.key.assign(reinterpret_cast<const char *>(key), count);
        nodes.push_back(std::move(node));
        if (step == CSIMDJSON_KEY) nodes[parent].named++;
        return table[place] = static_cast<uint32_t>(nodes.size() - 1);
    }

    uint32_t child(uint32_t parent, uint8_t step) {
        const uint64_t wanted = hash(nodes[parent].hash, step, nullptr, 0);
        const size_t at = place(wanted);
        return table[at] != 0 ? table[at] : add(parent, step, nullptr, 0, wanted, at);
    }

    uint32_t child(uint32_t parent, const uint8_t *key, size_t count) {
        if (nodes[parent].isMap()) return child(parent, CSIMDJSON_ANY_KEY);
        const uint64_t wanted = hash(nodes[parent].hash, CSIMDJSON_KEY, key, count);
        const size_t at = place(wanted);
        if (table[at] != 0) return table[at];
        if (isData(key, count)) return child(parent, CSIMDJSON_ANY_KEY);
        if (nodes[parent].named >= maximumSiblings) {
            nodes[parent].seen |= CSIMDJSON_MAP;
            return child(parent, CSIMDJSON_ANY_KEY);
        }
        return add(parent, CSIMDJSON_KEY, key, count, wanted, at);
    }

    // How far below the root a value is, in steps and in steps through lists.
    struct Place {
        uint32_t depth = 0, lists = 0;
    };

    void visit(const CSimdjsonTape *tape, uint32_t index, uint32_t at, Place place) {
        Node &node = nodes[at];
        node.count++;
        switch (csimdjson_kind(tape, index)) {
        case '"': node.seen |= CSIMDJSON_STRING; return;
        case 'l': case 'u': case 'd': node.seen |= CSIMDJSON_NUMBER; return;
        case 't': case 'f': node.seen |= CSIMDJSON_BOOL; return;
        case 'n': node.seen |= CSIMDJSON_NULL; return;
        case '[':
            node.seen |= CSIMDJSON_ARRAY;
            if (place.depth < maximumDepth) visitElements(tape, index, at, place);
            return;
        case '{':
            node.seen |= CSIMDJSON_OBJECT;
            node.objects++;
            if (place.depth < maximumDepth) visitMembers(tape, index, at, place);
        }
    }

    // Every record is looked at, and of the lists in it, which can be most of an answer and repeat themselves, the first
    // elements and the last.
    void visitElements(const CSimdjsonTape *tape, uint32_t index, uint32_t at, Place place) {
        const uint32_t end = csimdjson_end(tape, index);
        uint32_t element = csimdjson_first(index);
        if (element == end) return;
        const uint32_t below = child(at, CSIMDJSON_ELEMENT);
        if (below == none) return;
        const Place inside{place.depth + 1, place.lists + 1};
        for (uint32_t position = 0, next; element < end; element = next, position++) {
            next = csimdjson_next(tape, element);
            if (place.lists == 0 || position < CSIMDJSON_FIRST_ELEMENTS || next == end) visit(tape, element, below, inside);
        }
    }

    void visitMembers(const CSimdjsonTape *tape, uint32_t index, uint32_t at, Place place) {
        const uint32_t end = csimdjson_end(tape, index);
        const Place inside{place.depth + 1, place.lists};
        for (uint32_t key = csimdjson_first(index); key < end; key = csimdjson_next(tape, key + 1)) {
            size_t count;
            const uint8_t *name = csimdjson_string(tape, key, &count);
            const uint32_t below = child(at, name, count);
            if (below != none) visit(tape, key + 1, below, inside);
        }
    }

    // Whether a node taught something.
    bool isNews(const Node &node) const {
        const bool isPromised = node.step == CSIMDJSON_KEY && !(node.traits & CSIMDJSON_OPTIONAL);
        if (node.count == 0) return isPromised && nodes[node.parent].objects > 0;
        if ((node.seen & ~node.known) || !(node.traits & CSIMDJSON_SETTLED)) return true;
        return isPromised && node.count < nodes[node.parent].objects;
    }

    bool look(const CSimdjsonTape *tape, uint32_t index) {
        for (Node &node : nodes) {
            node.count = node.objects = 0;
            node.seen = 0;
        }
        visit(tape, index, 0, Place());
        for (const Node &node : nodes) if (isNews(node)) return true;
        return false;
    }
};

CSimdjsonShape *csimdjson_shape_create(uint32_t nodes, uint32_t depth, uint32_t siblings) {
    try {
        return new CSimdjsonShape(nodes, depth, siblings);
    } catch (...) {
        return nullptr;
    }
}

void csimdjson_shape_destroy(CSimdjsonShape *shape) { delete shape; }

void csimdjson_shape_reset(CSimdjsonShape *shape, uint8_t kinds, uint8_t traits) { shape->reset(kinds, traits); }

uint32_t csimdjson_shape_add(
    CSimdjsonShape *shape, uint32_t parent, uint8_t step, const uint8_t *key, size_t keyCount, uint8_t kinds, uint8_t traits
) {
    try {
        const uint64_t wanted = hash(shape->nodes[parent].hash, step, key, keyCount);
        const size_t place = shape->place(wanted);
        if (shape->table[place] != 0) return 0;
        const uint32_t index = shape->add(parent, step, key, keyCount, wanted, place);
        if (index == CSimdjsonShape::none) return 0;
        shape->nodes[index].known = kinds;
        shape->nodes[index].traits = traits;
        return index;
    } catch (...) {
        return 0;
    }
}

int csimdjson_shape_look(CSimdjsonShape *shape, const CSimdjsonTape *tape, uint32_t index) {
    try {
        return shape->look(tape, index) ? 1 : 0;
    } catch (...) {
        return -1;
    }
}

uint32_t csimdjson_shape_count(const CSimdjsonShape *shape) { return static_cast<uint32_t>(shape->nodes.size()); }

CSimdjsonShapeNode csimdjson_shape_node(const CSimdjsonShape *shape, uint32_t index) {
    const CSimdjsonShape::Node &node = shape->nodes[index];
    return CSimdjsonShapeNode{
        node.parent, node.step, node.seen, node.count, node.objects,
        reinterpret_cast<const uint8_t *>(node.key.data()), node.key.size()};
}
