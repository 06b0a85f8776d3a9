#include "bare_mac.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

static EVP_MAC_CTX *keyed_context(void) {
    unsigned char key[32] = {1};
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, "SHA2-256", 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_MAC *mac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = mac ? EVP_MAC_CTX_new(mac) : NULL;
    EVP_MAC_free(mac);
    if (context && EVP_MAC_init(context, key, sizeof key, parameters) != 1) {
        EVP_MAC_CTX_free(context);
        return NULL;
    }
    return context;
}

int bare_mac(long iterations) {
    EVP_MAC_CTX *context = keyed_context();
    unsigned char body[19] = {0x11};
    unsigned char code[32] = {0};
    if (!context) return -1;
    int seen = 0;
    for (long i = 0; i < iterations; i++) {
        size_t length = 0;
        body[10] = (unsigned char)i;
        if (EVP_MAC_init(context, NULL, 0, NULL) != 1 || EVP_MAC_update(context, body, sizeof body) != 1 ||
            EVP_MAC_final(context, code, &length, sizeof code) != 1) {
            seen = -1;
            break;
        }
        seen ^= code[0];
    }
    EVP_MAC_CTX_free(context);
    return seen;
}
