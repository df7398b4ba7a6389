#include "CRegularExpression.h"

#include <cstdlib>
#include <re2/re2.h>

struct CRegularExpression {
    const RE2 compiled;
};

static re2::StringPiece piece(const uint8_t *bytes, size_t count) {
    return {reinterpret_cast<const char *>(bytes), count};
}

static RE2::Options options(bool ignoresCase, size_t maximumMemory) {
    RE2::Options options;
    options.set_case_sensitive(!ignoresCase);
    options.set_max_mem(static_cast<int64_t>(maximumMemory));
    options.set_never_capture(true);  // Whether a text matches is all that is asked.
    options.set_log_errors(false);
    return options;
}

CRegularExpression *cregex_create(const uint8_t *pattern, size_t count, bool ignoresCase, size_t maximumMemory) {
    try {
        return new CRegularExpression{{piece(pattern, count), options(ignoresCase, maximumMemory)}};
    } catch (...) {
        return nullptr;
    }
}

void cregex_destroy(CRegularExpression *expression) { delete expression; }

const char *cregex_failure(const CRegularExpression *expression) {
    return expression->compiled.ok() ? nullptr : expression->compiled.error().c_str();
}

bool cregex_matches(const CRegularExpression *expression, const uint8_t *text, size_t count) {
    try {
        return RE2::FullMatchN(piece(text, count), expression->compiled, nullptr, 0);
    } catch (...) {
        std::abort();  // Only memory can be missing here, which ends the process in Swift as well.
    }
}
