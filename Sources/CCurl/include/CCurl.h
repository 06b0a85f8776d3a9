#pragma once

// Functions that call libcurl. The library is loaded when the first message is sent, because it needs thirty other
// libraries: if it were linked directly, every command would start 10 ms later, and every gate would need 6 MB more
// memory.
//
// The functions are named after the functions of libcurl. Swift cannot call functions with variable arguments, such as
// curl_easy_setopt, so there is a function for each type of argument.

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/// Loads and prepares libcurl. Call this once, before any other function. If the result is not CURLE_OK, only
/// `ccurl_strerror` may be called.
CURLcode ccurl_start(void);

CURL *ccurl_init(void);
CURLcode ccurl_perform(CURL *handle);
void ccurl_cleanup(CURL *handle);
const char *ccurl_strerror(CURLcode code);
struct curl_slist *ccurl_slist_append(struct curl_slist *list, const char *text);
void ccurl_slist_free_all(struct curl_slist *list);

CURLcode ccurl_set_number(CURL *handle, CURLoption option, long value);
/// For options whose names end in `_LARGE`.
CURLcode ccurl_set_size(CURL *handle, CURLoption option, curl_off_t value);
/// libcurl copies the text. NULL resets the option.
CURLcode ccurl_set_text(CURL *handle, CURLoption option, const char *value);
/// libcurl does not copy the list.
CURLcode ccurl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
/// For the context of a callback, and for the buffer of error messages.
CURLcode ccurl_set_pointer(CURL *handle, CURLoption option, void *value);
/// For CURLOPT_READFUNCTION, CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION, whose callbacks have the same type.
CURLcode ccurl_set_transfer_callback(CURL *handle, CURLoption option, curl_write_callback callback);
CURLcode ccurl_set_progress_callback(CURL *handle, curl_xferinfo_callback callback);
CURLcode ccurl_set_debug_callback(CURL *handle, curl_debug_callback callback);

CURLcode ccurl_get_number(CURL *handle, CURLINFO info, long *value);
/// For values whose names end in `_T`.
CURLcode ccurl_get_size(CURL *handle, CURLINFO info, curl_off_t *value);
/// The socket of the connection that a handle keeps open; -1 if the handle keeps no connection open.
curl_socket_t ccurl_get_socket(CURL *handle);
