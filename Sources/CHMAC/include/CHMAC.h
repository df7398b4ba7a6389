#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The code of HMAC with SHA-256 (RFC 2104, FIPS 180-4) of a message under a key, 32 bytes; false where the library
/// has no memory for it. Either may be empty.
bool chmac_sha256(
    const uint8_t *_Nullable key, size_t key_count, const uint8_t *_Nullable message, size_t message_count,
    uint8_t *_Nonnull code);

/// A SHA-256 (FIPS 180-4) that is fed piece by piece.
typedef struct chmac_digest chmac_digest;

/// A digest of nothing; null where the library has no memory for it. `chmac_digest_free` ends it.
chmac_digest *_Nullable chmac_digest_new(void);

/// Feeds it; false where the library fails, after which its value is worth nothing.
bool chmac_digest_add(chmac_digest *_Nonnull digest, const uint8_t *_Nullable bytes, size_t count);

/// The value of all that was fed, 32 bytes; more may be fed afterwards. False where the library has no memory for it.
bool chmac_digest_value(const chmac_digest *_Nonnull digest, uint8_t *_Nonnull value);

void chmac_digest_free(chmac_digest *_Nullable digest);
