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

// The library's own type under a name of ours, so that its headers stay in this file.
static EVP_MD_CTX *context_of(const chmac_digest *digest) { return (EVP_MD_CTX *)digest; }

chmac_digest *chmac_digest_new(void) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1) return (chmac_digest *)context;
    EVP_MD_CTX_free(context);
    return NULL;
}

bool chmac_digest_add(chmac_digest *digest, const uint8_t *bytes, size_t count) {
    return EVP_DigestUpdate(context_of(digest), bytes, count) == 1;
}

bool chmac_digest_value(const chmac_digest *digest, uint8_t *value) {
    // Finishing a context ends it; a copy is finished instead.
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    unsigned int written = 0;
    bool is_done = copy && EVP_MD_CTX_copy_ex(copy, context_of(digest)) == 1
        && EVP_DigestFinal_ex(copy, value, &written) == 1 && written == 32;
    EVP_MD_CTX_free(copy);
    return is_done;
}

void chmac_digest_free(chmac_digest *digest) { EVP_MD_CTX_free(context_of(digest)); }
