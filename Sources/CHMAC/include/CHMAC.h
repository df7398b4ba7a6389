#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The code of HMAC with SHA-256 (RFC 2104, FIPS 180-4) of a message under a key, 32 bytes; false where the library
/// has no memory for it. Either may be empty.
bool chmac_sha256(
    const uint8_t *_Nullable key, size_t key_count, const uint8_t *_Nullable message, size_t message_count,
    uint8_t *_Nonnull code);
