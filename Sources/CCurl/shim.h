#pragma once
#include <curl/curl.h>
#include <dlfcn.h>
#include <stdint.h>

// Swift cannot call variadic functions: one typed door for each argument type that an option takes. Numbers must be
// `long` or `curl_off_t`, as libcurl reads exactly that many bytes. Gone when Swift imports C variadics.

static inline CURLcode ccurl_setopt_long(CURL *_Nonnull handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/// libcurl copies the text.
static inline CURLcode ccurl_setopt_string(CURL *_Nonnull handle, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(handle, option, value);
}

/// libcurl does not copy the list: its owner keeps it until the transfer has ended.
static inline CURLcode ccurl_setopt_list(CURL *_Nonnull handle, CURLoption option, struct curl_slist *_Nullable value) {
    return curl_easy_setopt(handle, option, value);
}

/// What a POST says; libcurl copies it. The order matters: it copies as many bytes as it was told before.
static inline CURLcode ccurl_setopt_body(CURL *_Nonnull handle, const void *_Nullable bytes, curl_off_t count) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, count);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes ? bytes : "") : code;
}

/// libcurl writes there whenever it likes: at least `CURL_ERROR_SIZE` bytes that outlive the handle.
static inline CURLcode ccurl_setopt_error_buffer(CURL *_Nonnull handle, char *_Nonnull buffer) {
    return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

typedef size_t (*ccurl_receiver)(char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// A receiver and its context belong together: one call sets both.
static inline CURLcode ccurl_setopt_write(
    CURL *_Nonnull handle, ccurl_receiver _Nonnull receiver, void *_Nullable context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, receiver);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, context) : code;
}

static inline CURLcode ccurl_setopt_header(
    CURL *_Nonnull handle, ccurl_receiver _Nonnull receiver, void *_Nullable context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, receiver);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_HEADERDATA, context) : code;
}

static inline CURLcode ccurl_setopt_prerequest(
    CURL *_Nonnull handle, curl_prereq_callback _Nonnull callback, void *_Nullable context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_PREREQDATA, context) : code;
}

static inline CURLcode ccurl_getinfo_long(CURL *_Nonnull handle, CURLINFO info, long *_Nonnull value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLcode ccurl_getinfo_off_t(CURL *_Nonnull handle, CURLINFO info, curl_off_t *_Nonnull value) {
    return curl_easy_getinfo(handle, info, value);
}

/// The text belongs to the handle.
static inline CURLcode ccurl_getinfo_string(
    CURL *_Nonnull handle, CURLINFO info, const char *_Nullable *_Nonnull value) {
    return curl_easy_getinfo(handle, info, value);
}

static inline CURLMcode ccurl_multi_setopt_long(CURLM *_Nonnull multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/// Keeps OpenSSL from tearing itself down in an exit handler while the transport's thread may still be using it.
///
/// Asked for by name at run time, as libcurl alone is linked and its TLS library need not be OpenSSL. The number is
/// OPENSSL_INIT_NO_ATEXIT, part of its stable ABI. Gone when libcurl does this itself.
static inline void ccurl_keep_openssl_until_exit(void) {
    void *program = dlopen(NULL, RTLD_LAZY);
    if (!program) return;
    int (*init)(uint64_t, const void *) = (int (*)(uint64_t, const void *))dlsym(program, "OPENSSL_init_crypto");
    if (init) init(UINT64_C(0x00080000), NULL);
    dlclose(program);
}
