#include "CHMAC.h"

#include <limits.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

bool chmac_sha256(
    const uint8_t *key, size_t key_count, const uint8_t *message, size_t message_count, uint8_t *code) {
    if (key_count > INT_MAX) return false;
    unsigned int written = 0;
    // A null key would mean the key of the call before.
    const void *some_key = key ? (const void *)key : (const void *)"";
    return HMAC(EVP_sha256(), some_key, (int)key_count, message, message_count, code, &written) && written == 32;
}
