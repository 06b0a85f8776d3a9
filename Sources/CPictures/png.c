#include "parts.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

CPicturesOutcome cpictures_pngHeader(const uint8_t *bytes, size_t count, CPicturesHeader *header) {
    if (count < 33 || memcmp(bytes + 12, "IHDR", 4) != 0) return CPicturesDamaged;
    header->width = cpictures_bigEndian(bytes + 16);
    header->height = cpictures_bigEndian(bytes + 20);
    size_t offset = 8;
    bool has_pixels = false;
    while (offset + 12 <= count) {
        const size_t length = cpictures_bigEndian(bytes + offset);
        const uint8_t *type = bytes + offset + 4;
        if (length > count - offset - 12) return CPicturesDamaged;
        if (memcmp(type, "IEND", 4) == 0) return has_pixels ? CPicturesDone : CPicturesDamaged;
        if (memcmp(type, "IDAT", 4) == 0) has_pixels = true;
        if (memcmp(type, "eXIf", 4) == 0) header->orientation = cpictures_orientation(type + 4, length);
        offset += 12 + length;
    }
    return CPicturesDamaged;
}

/// Copies the chunks that describe the pixels, and returns the number of copied bytes. Other chunks, such as texts and
/// colour profiles, can contain compressed data from strangers, and decoding does not need them. Also, libpng reports
/// only its first warning: a warning about a profile would hide the warning that pixels are missing.
static size_t copy_chunks(const uint8_t *bytes, size_t count, uint8_t *copy) {
    size_t offset = 8, copied = 8;
    memcpy(copy, bytes, 8);
    while (offset + 12 <= count) {
        const size_t size = 12 + (size_t)cpictures_bigEndian(bytes + offset);
        if (size > count - offset) break;
        const uint8_t *type = bytes + offset + 4;
        // A chunk that every reader must understand has a name that begins with a capital letter.
        if (!(type[0] & 0x20) || memcmp(type, "tRNS", 4) == 0 || memcmp(type, "gAMA", 4) == 0) {
            memcpy(copy + copied, bytes + offset, size);
            copied += size;
        }
        if (memcmp(type, "IEND", 4) == 0) break;
        offset += size;
    }
    return copied;
}

static CPicturesOutcome decode(const uint8_t *bytes, size_t count, CPicturesPixels *pixels) {
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&image, bytes, count)) return CPicturesDamaged;
    image.format = PNG_FORMAT_RGB;
    CPicturesOutcome outcome = cpictures_makePixels(image.width, image.height, pixels);
    if (outcome == CPicturesDone) {
        const png_color white = {255, 255, 255};
        if (!png_image_finish_read(&image, &white, pixels->bytes, 0, 0)) {
            outcome = strstr(image.message, "memory") ? CPicturesOutOfMemory : CPicturesDamaged;
        } else if (image.warning_or_error != 0) {
            outcome = CPicturesDamaged;
        }
    }
    png_image_free(&image);
    return outcome;
}

CPicturesOutcome cpictures_decodePNG(const uint8_t *bytes, size_t count, CPicturesPixels *pixels) {
    *pixels = (CPicturesPixels){0};
    uint8_t *copy = malloc(count);
    if (!copy) return CPicturesOutOfMemory;
    const CPicturesOutcome outcome = decode(copy, copy_chunks(bytes, count, copy), pixels);
    free(copy);
    if (outcome != CPicturesDone) CPictures_freePixels(pixels);
    return outcome;
}
