#include "Inspection.h"

#include <algorithm>
#include <cstring>

namespace {

class Inspection {
public:
    Inspection(const char *bytes, size_t length) : at(bytes), end(bytes + length), line_start(bytes) {}

    void run() {
        if (starts("\xef\xbb\xbf")) line_start = at += 3;
        while (at < end) {
            if (*at == '#') {
                while (at < end && *at != '\n') ++at;
            } else if (starts("\"\"\"") || starts("'''")) {
                skip_long_string();
            } else if (*at == '"' || *at == '\'') {
                skip_string();
            } else {
                inspect_bare();
            }
        }
    }

private:
    const char *at, *end, *line_start;
    uint32_t line = 1;
    size_t dots = 0;

    bool starts(const char *mark) const { return end - at >= 3 && std::equal(mark, mark + 3, at); }

    CTOMLPlace place() const {
        const auto is_start = [](char byte) { return (byte & 0xc0) != 0x80; };
        return {line, 1 + static_cast<uint32_t>(std::count_if(line_start, at, is_start))};
    }

    void inspect_bare() {
        if (*at & 0x80) {
            const bool is_quote = starts("\u201c") || starts("\u201d") || starts("\u2018") || starts("\u2019");
            throw Mistake(
                is_quote ? "typographic quotes (write \" or ')"
                         : "a letter or sign beyond ASCII outside of quotes (write \"…\" around it)",
                place());
        }
        if (*at == '.' && ++dots >= deepest)
            throw Mistake("a key of more than " + std::to_string(deepest) + " parts", {line, 1});
        if (std::strchr("\n=,[{", *at)) dots = 0;
        if (*at++ == '\n') start_line();
    }

    void skip_string() {
        const char quote = *at++;
        while (at < end && *at != quote && *at != '\n')
            at += quote == '"' && *at == '\\' && end - at > 1 && at[1] != '\n' ? 2 : 1;
        if (at < end && *at == quote) ++at;
    }

    void skip_long_string() {
        const char quote = *at;
        const char mark[] = {quote, quote, quote, 0};
        at += 3;
        while (at < end && !starts(mark)) {
            const bool is_escape = quote == '"' && *at == '\\' && end - at > 1 && at[1] != '\n';
            if (*at == '\n') {
                ++at;
                start_line();
            } else {
                at += is_escape ? 2 : 1;
            }
        }
        at = std::min(at + 3, end);
        // One or two quotes may stand before the closing three.
        for (int extra = 0; extra < 2 && at < end && *at == quote; ++extra) ++at;
    }

    void start_line() {
        ++line;
        line_start = at;
    }
};

}  // namespace

void inspect(const char *bytes, size_t length) { Inspection(bytes, length).run(); }
