#include "CCurl.h"

#include <dlfcn.h>
#include <stddef.h>

/// The functions of the loaded library.
static struct {
    CURLcode (*global_init)(long);
    CURL *(*init)(void);
    CURLcode (*setopt)(CURL *, CURLoption, ...);
    CURLcode (*getinfo)(CURL *, CURLINFO, ...);
    CURLcode (*perform)(CURL *);
    void (*cleanup)(CURL *);
    const char *(*error)(CURLcode);
    struct curl_slist *(*append)(struct curl_slist *, const char *);
    void (*free_all)(struct curl_slist *);
} curl;

/// Looks up a function of the library, and stores its address in `*function`. Returns 0 if the library lacks the
/// function.
static int find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    *(void **)function = found;
    return found != NULL;
}

CURLcode ccurl_start(void) {
    // The last number of the file name is the version of the library's binary interface, which has been the same since
    // 2006.
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return CURLE_FAILED_INIT;
    if (!find(library, "curl_global_init", &curl.global_init) || !find(library, "curl_easy_init", &curl.init)
        || !find(library, "curl_easy_setopt", &curl.setopt) || !find(library, "curl_easy_getinfo", &curl.getinfo)
        || !find(library, "curl_easy_perform", &curl.perform) || !find(library, "curl_easy_cleanup", &curl.cleanup)
        || !find(library, "curl_easy_strerror", &curl.error) || !find(library, "curl_slist_append", &curl.append)
        || !find(library, "curl_slist_free_all", &curl.free_all))
        return CURLE_FAILED_INIT;
    return curl.global_init(CURL_GLOBAL_DEFAULT);
}

CURL *ccurl_init(void) { return curl.init(); }
CURLcode ccurl_perform(CURL *handle) { return curl.perform(handle); }
void ccurl_cleanup(CURL *handle) { curl.cleanup(handle); }

const char *ccurl_strerror(CURLcode code) {
    return curl.error == NULL ? "libcurl.so.4 cannot be loaded" : curl.error(code);
}

struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text) { return curl.append(list, text); }
void ccurl_slist_free_all(struct curl_slist *list) { curl.free_all(list); }

CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value) { return curl.setopt(handle, option, value); }

CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl.setopt(handle, option, value);
}

CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl.setopt(handle, option, value);
}

CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl.setopt(handle, option, value);
}

CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value) { return curl.setopt(handle, option, value); }

CURLcode ccurl_set_transfer_callback(CURL *handle, CURLoption option, curl_write_callback callback) {
    return curl.setopt(handle, option, callback);
}

CURLcode ccurl_set_progress_callback(CURL *handle, curl_xferinfo_callback callback) {
    return curl.setopt(handle, CURLOPT_XFERINFOFUNCTION, callback);
}

CURLcode ccurl_set_debug_callback(CURL *handle, curl_debug_callback callback) {
    return curl.setopt(handle, CURLOPT_DEBUGFUNCTION, callback);
}

CURLcode ccurl_get_number(CURL *handle, CURLINFO info, long *value) { return curl.getinfo(handle, info, value); }
CURLcode ccurl_get_size(CURL *handle, CURLINFO info, curl_off_t *value) { return curl.getinfo(handle, info, value); }

curl_socket_t ccurl_get_socket(CURL *handle) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    return curl.getinfo(handle, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK ? socket : CURL_SOCKET_BAD;
}
