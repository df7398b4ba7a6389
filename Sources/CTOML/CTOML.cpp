#include "CTOML.h"

#include "Inspection.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

// The parser calls itself for each level; a small bound keeps it well inside the stack of any thread.
#define TOML_MAX_NESTED_VALUES 32
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_UNRELEASED_FEATURES 0

// A broken promise inside the library is an error of this text: neither the end of the process nor, as with NDEBUG, an
// assumption that the compiler builds on.
#undef NDEBUG
static void broken_promise(const char *condition) {
    // Both are claimed of a name's or a value's first character, do not hold for `[=]` and `[}]`, and the lines after
    // them report that well.
    for (const char *reported : {"is_bare_key_character(*cp) || is_string_delimiter(*cp)", "!is_value_terminator(*cp)"})
        if (std::strcmp(condition, reported) == 0) return;
    throw std::logic_error(std::string("toml++ gave up: ") + condition);
}
#define TOML_ASSERT(condition) ((condition) ? void() : broken_promise(#condition))
#include <toml++/toml.h>

struct CTOMLDocument {
    toml::table root;
    std::vector<CTOMLNode> nodes;
    std::string mistake;
    CTOMLPlace place{1, 1};
};

namespace {

CTOMLPlace place(const toml::source_region &region) { return {region.begin.line, region.begin.column}; }

class Flattening {
public:
    explicit Flattening(std::vector<CTOMLNode> &nodes) : nodes(nodes) {}

    void add(const toml::node &node, const toml::key *key, size_t depth) {
        if (depth > deepest)
            throw Mistake("values nested deeper than " + std::to_string(deepest) + " levels", place(node.source()));
        CTOMLNode flat{};
        if (key) {
            flat.key = {key->data(), key->length()};
            flat.key_place = place(key->source());
        }
        flat.place = place(node.source());
        switch (node.type()) {
        case toml::node_type::string: {
            const std::string &text = node.ref<std::string>();
            flat.kind = CTOML_STRING;
            flat.text = {text.data(), text.size()};
            break;
        }
        case toml::node_type::integer:
            flat.kind = CTOML_INTEGER;
            flat.integer = node.ref<int64_t>();
            break;
        case toml::node_type::floating_point:
            flat.kind = CTOML_FLOAT;
            flat.number = node.ref<double>();
            break;
        case toml::node_type::boolean:
            flat.kind = CTOML_BOOLEAN;
            flat.integer = node.ref<bool>() ? 1 : 0;
            break;
        case toml::node_type::date:
            flat.kind = CTOML_LOCAL_DATE;
            set(flat.when, node.ref<toml::date>());
            break;
        case toml::node_type::time:
            flat.kind = CTOML_LOCAL_TIME;
            set(flat.when, node.ref<toml::time>());
            break;
        case toml::node_type::date_time: {
            const toml::date_time &when = node.ref<toml::date_time>();
            flat.kind = when.offset ? CTOML_OFFSET_DATE_TIME : CTOML_LOCAL_DATE_TIME;
            set(flat.when, when.date);
            set(flat.when, when.time);
            flat.when.offset_minutes = when.offset ? when.offset->minutes : 0;
            break;
        }
        case toml::node_type::array:
            flat.kind = CTOML_ARRAY;
            flat.children = node.as_array()->size();
            nodes.push_back(flat);
            for (const toml::node &element : *node.as_array()) add(element, nullptr, depth + 1);
            return;
        case toml::node_type::table: {
            // The library keeps keys sorted; people expect the order they wrote.
            std::vector<std::pair<const toml::key *, const toml::node *>> members;
            for (auto &&[name, value] : *node.as_table()) members.emplace_back(&name, &value);
            std::sort(members.begin(), members.end(), [](const auto &left, const auto &right) {
                return left.first->source().begin < right.first->source().begin;
            });
            flat.kind = CTOML_TABLE;
            flat.children = members.size();
            nodes.push_back(flat);
            for (const auto &[name, value] : members) add(*value, name, depth + 1);
            return;
        }
        case toml::node_type::none: throw std::logic_error("toml++: a value without a kind");
        }
        nodes.push_back(flat);
    }

private:
    std::vector<CTOMLNode> &nodes;

    static void set(CTOMLDateTime &when, const toml::date &date) {
        when.year = date.year;
        when.month = date.month;
        when.day = date.day;
    }

    static void set(CTOMLDateTime &when, const toml::time &time) {
        when.hour = time.hour;
        when.minute = time.minute;
        when.second = time.second;
        when.nanosecond = time.nanosecond;
    }
};

}  // namespace

CTOMLDocument *ctoml_parse(const char *bytes, size_t length) {
    CTOMLDocument *document = nullptr;
    try {
        document = new CTOMLDocument;
        try {
            inspect(bytes, length);
            document->root = toml::parse(std::string_view{bytes, length});
            Flattening(document->nodes).add(document->root, nullptr, 0);
        } catch (const Mistake &mistake) {
            document->mistake = mistake.what();
            document->place = mistake.place;
        } catch (const toml::parse_error &error) {
            document->mistake = error.description();
            // The library names its own macro there.
            document->mistake = document->mistake.substr(0, document->mistake.find(" (TOML_MAX"));
            document->place = place(error.source());
        } catch (const std::logic_error &error) {
            document->mistake = error.what();
        }
        return document;
    } catch (...) {
        delete document;
        return nullptr;
    }
}

void ctoml_free(CTOMLDocument *document) { delete document; }

CTOMLText ctoml_mistake(const CTOMLDocument *document, CTOMLPlace *place) {
    *place = document->place;
    return {document->mistake.data(), document->mistake.size()};
}

CTOMLNode ctoml_node(const CTOMLDocument *document, size_t index) {
    return index < document->nodes.size() ? document->nodes[index] : CTOMLNode{};
}

size_t ctoml_count(const CTOMLDocument *document) { return document->nodes.size(); }
