#include "bare_export.h"

#include <fcntl.h>
#include <libdeflate.h>
#include <pthread.h>
#include <qrencode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { scale = 8, quiet = 4, letters = 56, longest = (177 + 2 * quiet) * scale };

struct share {
    const char *tokens;
    const char *folder;
    int64_t first, count, step, written;
};

static unsigned char *number(unsigned char *out, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) *out++ = (unsigned char)(value >> shift);
    return out;
}

static unsigned char *chunk(unsigned char *out, const char *type, const unsigned char *data, uint32_t length) {
    out = number(out, length);
    unsigned char *start = out;
    memcpy(out, type, 4);
    if (length > 0) memcpy(out + 4, data, length);
    out += 4 + length;
    return number(out, libdeflate_crc32(0, start, 4 + length));
}

/// A 1-bit PNG of one symbol, into `file`; its length, or 0.
static size_t draw(struct libdeflate_compressor *compressor, const QRcode *code, unsigned char *lines,
                   unsigned char *packed, size_t room, unsigned char *file) {
    int side = (code->width + 2 * quiet) * scale, stride = 1 + (side + 7) / 8;
    memset(lines, 0xFF, (size_t)stride * side);
    for (int y = 0; y < side; y++) {
        unsigned char *line = lines + (size_t)y * stride;
        line[0] = 0;
        int row = y / scale - quiet;
        if (row < 0 || row >= code->width) continue;
        for (int column = 0; column < code->width; column++)
            if (code->data[row * code->width + column] & 1) line[1 + column + quiet] = 0;
    }
    size_t length = libdeflate_zlib_compress(compressor, lines, (size_t)stride * side, packed, room);
    if (length == 0) return 0;
    unsigned char header[13], *out = number(number(header, side), side);
    memcpy(out, (unsigned char[]){1, 0, 0, 0, 0}, 5);
    memcpy(file, "\x89PNG\r\n\x1A\n", 8);
    out = chunk(file + 8, "IHDR", header, sizeof header);
    out = chunk(out, "IDAT", packed, (uint32_t)length);
    return (size_t)(chunk(out, "IEND", NULL, 0) - file);
}

static void *work(void *argument) {
    struct share *share = argument;
    static const size_t room = 1 << 20;
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(2);
    unsigned char *lines = malloc((size_t)longest * (longest / 8 + 2)), *packed = malloc(room), *file = malloc(room);
    for (int64_t i = share->first; i < share->count; i += share->step) {
        char token[letters + 1] = {0}, path[4096];
        memcpy(token, share->tokens + i * (letters + 1), letters);
        QRinput *input = QRinput_new2(0, QR_ECLEVEL_M);
        QRinput_append(input, QR_MODE_AN, letters, (const unsigned char *)token);
        QRcode *code = QRcode_encodeInput(input);
        QRinput_free(input);
        if (code == NULL) break;
        size_t length = draw(compressor, code, lines, packed, room, file);
        QRcode_free(code);
        snprintf(path, sizeof path, "%s/%lld.png", share->folder, (long long)i);
        int descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (descriptor < 0) break;
        if (length > 0 && write(descriptor, file, length) == (ssize_t)length) share->written++;
        close(descriptor);
    }
    free(file);
    free(packed);
    free(lines);
    libdeflate_free_compressor(compressor);
    return NULL;
}

int64_t bare_export(const char *tokens, int64_t count, const char *folder, int threads) {
    struct share shares[64];
    pthread_t running[64];
    if (threads < 1 || threads > 64) return -1;
    for (int i = 0; i < threads; i++) {
        shares[i] = (struct share){tokens, folder, i, count, threads, 0};
        if (pthread_create(&running[i], NULL, work, &shares[i]) != 0) return -1;
    }
    int64_t written = 0;
    for (int i = 0; i < threads; i++) {
        pthread_join(running[i], NULL);
        written += shares[i].written;
    }
    return written;
}
