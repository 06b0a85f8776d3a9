#include "bare_symbol.h"

#include <qrencode.h>
#include <string.h>

int64_t bare_symbol(const char *text, int64_t iterations) {
    int64_t sides = 0;
    for (int64_t i = 0; i < iterations; i++) {
        QRinput *input = QRinput_new2(0, QR_ECLEVEL_M);
        if (input == NULL) return -1;
        if (QRinput_append(input, QR_MODE_AN, (int)strlen(text), (const unsigned char *)text) != 0) {
            QRinput_free(input);
            return -1;
        }
        QRcode *code = QRcode_encodeInput(input);
        QRinput_free(input);
        if (code == NULL) return -1;
        sides += code->width;
        QRcode_free(code);
    }
    return sides;
}
