#include "bare_symbol.h"
#include "bare_encode.h"

#include <string.h>

QRcode *bare_encode(const char *text, size_t length) {
    QRinput *input = QRinput_new2(0, QR_ECLEVEL_M);
    if (input == NULL) return NULL;
    QRcode *code = NULL;
    if (QRinput_append(input, QR_MODE_AN, (int)length, (const unsigned char *)text) == 0) {
        code = QRcode_encodeInput(input);
    }
    QRinput_free(input);
    return code;
}

int64_t bare_symbol(const char *text, int64_t iterations) {
    int64_t sides = 0;
    for (int64_t i = 0; i < iterations; i++) {
        QRcode *code = bare_encode(text, strlen(text));
        if (code == NULL) return -1;
        sides += code->width;
        QRcode_free(code);
    }
    return sides;
}

int64_t bare_symbols(const char *lines) {
    int64_t symbols = 0;
    for (const char *end; (end = strchr(lines, '\n')) != NULL; lines = end + 1) {
        QRcode *code = bare_encode(lines, (size_t)(end - lines));
        if (code == NULL) return -1;
        symbols += code->width >= 21;
        QRcode_free(code);
    }
    return symbols;
}
