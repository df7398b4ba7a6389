#pragma once
#include "CTOML.h"

#include <stdexcept>
#include <string>

/// What is wrong with a text, and where.
struct Mistake : std::runtime_error {
    Mistake(const std::string &text, CTOMLPlace place) : std::runtime_error(text), place(place) {}
    CTOMLPlace place;
};

/// No key has more parts, no value is nested deeper.
constexpr size_t deepest = 64;

/// Refuses what the library (3.3) must not see: dotted keys of very many parts, since the tables they make are nested as
/// deep and each level costs stack when they are freed; and characters beyond ASCII outside of quotes and comments, which
/// TOML forbids and on which the library's classification of white space has no defined behaviour.
void inspect(const char *bytes, size_t length);
