#include "bare_encode.h"
#include "bare_symbol.h"

#include <fcntl.h>
#include <libdeflate.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCALE = 8, QUIET = 4 };

struct share {
    const char *lines, *folder;
    int32_t threads, number;
    int64_t written;
};

static unsigned char *put(unsigned char *at, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) *at++ = (unsigned char)(value >> shift);
    return at;
}

/// Completes the PNG chunk at `at`. The caller has already written the chunk's data at `at + 8`. Writes the length,
/// type and checksum, and returns the end of the chunk.
static unsigned char *chunk(unsigned char *at, const char *type, size_t length) {
    put(at, (uint32_t)length);
    memcpy(at + 4, type, 4);
    return put(at + 8 + length, libdeflate_crc32(0, at + 4, length + 4));
}

/// Draws the rows of the image, with one bit per pixel. A module (a square of the symbol) is 8 pixels wide, so each row
/// of a module is one byte. A row that equals the row above it has the filter type 2: it stores the difference from
/// the row above, so all its bytes are zero.
static size_t draw(const QRcode *code, unsigned char *lines) {
    const size_t modules = (size_t)code->width, side = modules + 2 * QUIET, stride = 1 + side;
    for (size_t row = 0; row < side; row++) {
        unsigned char *line = lines + row * SCALE * stride;
        memset(line, 0, SCALE * stride);
        for (size_t copy = 1; copy < SCALE; copy++) line[copy * stride] = 2;
        memset(line + 1, 0xFF, side);
        if (row < QUIET || row >= QUIET + modules) continue;
        const unsigned char *dark = code->data + (row - QUIET) * modules;
        for (size_t column = 0; column < modules; column++) line[1 + QUIET + column] = dark[column] & 1 ? 0 : 0xFF;
    }
    return side * SCALE * stride;
}

static size_t encode(struct libdeflate_compressor *compressor, const QRcode *code, unsigned char *file, size_t room) {
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    const uint32_t pixels = (uint32_t)(code->width + 2 * QUIET) * SCALE;
    unsigned char *lines = malloc((size_t)pixels * (1 + pixels / 8));
    if (lines == NULL) return 0;
    unsigned char *at = file;
    memcpy(at, signature, sizeof signature);
    at += sizeof signature;
    unsigned char *data = put(put(at + 8, pixels), pixels);
    memcpy(data, "\1\0\0\0\0", 5);
    at = chunk(at, "IHDR", 13);
    const size_t packed =
        libdeflate_zlib_compress(compressor, lines, draw(code, lines), at + 8, room - (size_t)(at + 24 - file));
    free(lines);
    if (packed == 0) return 0;
    at = chunk(at, "IDAT", packed);
    return (size_t)(chunk(at, "IEND", 0) - file);
}

static bool store(const char *folder, const char *name, size_t length, const unsigned char *bytes, size_t count) {
    char partial[512], path[512];
    snprintf(partial, sizeof partial, "%s/.%.*s.partial", folder, (int)length, name);
    snprintf(path, sizeof path, "%s/%.*s.png", folder, (int)length, name);
    const int file = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0) return false;
    const bool whole = write(file, bytes, count) == (ssize_t)count;
    return close(file) == 0 && whole && rename(partial, path) == 0;
}

static void *work(void *argument) {
    struct share *share = argument;
    unsigned char file[1 << 16];
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(2);
    int64_t number = 0;
    const char *line = share->lines;
    for (const char *end; compressor != NULL && (end = strchr(line, '\n')) != NULL; line = end + 1) {
        if (number++ % share->threads != share->number) continue;
        const char *text = memchr(line, ' ', (size_t)(end - line));
        if (text == NULL) break;
        QRcode *code = bare_encode(text + 1, (size_t)(end - text - 1));
        if (code == NULL) break;
        const size_t count = encode(compressor, code, file, sizeof file);
        QRcode_free(code);
        if (count == 0 || !store(share->folder, line, (size_t)(text - line), file, count)) break;
        share->written += 1;
    }
    libdeflate_free_compressor(compressor);
    return NULL;
}

int64_t bare_png(const char *lines, const char *folder, int32_t threads) {
    pthread_t thread[64];
    struct share share[64];
    if (threads < 1 || threads > 64) return -1;
    int64_t written = 0;
    int32_t started = 0;
    for (; started < threads; started++) {
        share[started] = (struct share){lines, folder, threads, started, 0};
        if (pthread_create(&thread[started], NULL, work, &share[started]) != 0) break;
    }
    for (int32_t index = 0; index < started; index++) {
        pthread_join(thread[index], NULL);
        written += share[index].written;
    }
    return started == threads ? written : -1;
}
