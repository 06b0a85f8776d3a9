#include "parts.h"

#include <stdlib.h>
#include <string.h>

CPicturesOutcome cpictures_makePixels(uint32_t width, uint32_t height, CPicturesPixels *pixels) {
    *pixels = (CPicturesPixels){.width = width, .height = height};
    if (width == 0 || height == 0 || (uint64_t)width * height > 64u << 20) return CPicturesDamaged;
    pixels->bytes = malloc((size_t)width * height * 3);
    return pixels->bytes ? CPicturesDone : CPicturesOutOfMemory;
}

void CPictures_freePixels(CPicturesPixels *pixels) {
    free(pixels->bytes);
    *pixels = (CPicturesPixels){0};
}

void CPictures_freeFile(CPicturesFile *file) {
    free(file->bytes);
    *file = (CPicturesFile){0};
}

/// The number of positions that two ranges have in common.
static uint64_t overlap(uint64_t from, uint64_t to, uint64_t start, uint64_t end) {
    const uint64_t first = from > start ? from : start, last = to < end ? to : end;
    return last > first ? last - first : 0;
}

/// Adds a row of the original picture to the sums for a row of the shrunk picture. The row of the shrunk picture may
/// cover only a part of the original row: `weight` is the height of this part, in units in which all such heights are
/// integers.
static void add(const uint8_t *row, uint32_t from_width, uint32_t to_width, uint64_t weight, uint64_t *sums) {
    // To avoid fractions, a pixel of the original row is `to_width` units wide, and a pixel of the shrunk row is
    // `from_width` units wide.
    uint32_t column = 0;
    for (uint32_t target = 0; target < to_width; target++) {
        const uint64_t start = (uint64_t)target * from_width, end = start + from_width;
        column = (uint32_t)(start / to_width);
        for (; column < from_width && (uint64_t)column * to_width < end; column++) {
            const uint64_t part = overlap((uint64_t)column * to_width, (uint64_t)(column + 1) * to_width, start, end);
            for (int colour = 0; colour < 3; colour++) {
                sums[3 * target + colour] += row[3 * (size_t)column + colour] * part * weight;
            }
        }
    }
}

CPicturesOutcome CPictures_shrink(const CPicturesPixels *pixels, uint32_t width, uint32_t height,
                                  CPicturesPixels *shrunk) {
    CPicturesOutcome outcome = cpictures_makePixels(width, height, shrunk);
    if (outcome != CPicturesDone) return outcome;
    if (width == pixels->width && height == pixels->height) {
        memcpy(shrunk->bytes, pixels->bytes, (size_t)width * height * 3);
        return CPicturesDone;
    }
    uint64_t *sums = malloc((size_t)width * 3 * sizeof *sums);
    if (!sums) {
        CPictures_freePixels(shrunk);
        return CPicturesOutOfMemory;
    }
    const uint64_t area = (uint64_t)pixels->width * pixels->height;
    for (uint32_t row = 0; row < height; row++) {
        memset(sums, 0, (size_t)width * 3 * sizeof *sums);
        const uint64_t start = (uint64_t)row * pixels->height, end = start + pixels->height;
        for (uint32_t line = (uint32_t)(start / height); line < pixels->height && (uint64_t)line * height < end;
             line++) {
            const uint64_t part = overlap((uint64_t)line * height, (uint64_t)(line + 1) * height, start, end);
            add(pixels->bytes + (size_t)line * pixels->width * 3, pixels->width, width, part, sums);
        }
        for (uint32_t index = 0; index < 3 * width; index++) {
            shrunk->bytes[(size_t)row * width * 3 + index] = (uint8_t)((sums[index] + area / 2) / area);
        }
    }
    free(sums);
    return CPicturesDone;
}

/// Turns a stored picture upright (Exif 2.32, 4.6.4). Frees `pixels`.
static CPicturesOutcome turn(CPicturesPixels *pixels, int orientation, CPicturesPixels *upright) {
    const uint32_t width = pixels->width, height = pixels->height;
    const bool swaps = orientation > 4;
    const CPicturesOutcome outcome = cpictures_makePixels(swaps ? height : width, swaps ? width : height, upright);
    if (outcome == CPicturesDone) {
        for (uint32_t row = 0; row < upright->height; row++) {
            for (uint32_t column = 0; column < upright->width; column++) {
                uint32_t x = swaps ? row : column, y = swaps ? column : row;
                if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) x = width - 1 - x;
                if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) y = height - 1 - y;
                memcpy(upright->bytes + 3 * ((size_t)row * upright->width + column),
                       pixels->bytes + 3 * ((size_t)y * width + x), 3);
            }
        }
    }
    CPictures_freePixels(pixels);
    return outcome;
}

/// Shrinks a size to fit into a box, with the same ratio of the sides. Both sides stay at least 1.
static void fit(uint32_t *width, uint32_t *height, uint32_t box_width, uint32_t box_height) {
    uint64_t wide = *width, high = *height;
    if (wide > box_width) {
        high = (high * box_width + wide / 2) / wide;
        wide = box_width;
    }
    if (high > box_height) {
        wide = (wide * box_height + high / 2) / high;
        high = box_height;
    }
    *width = wide > 0 ? (uint32_t)wide : 1;
    *height = high > 0 ? (uint32_t)high : 1;
}

CPicturesOutcome CPictures_decode(const uint8_t *bytes, size_t count, const CPicturesHeader *header, uint32_t width,
                                  uint32_t height, CPicturesPixels *pixels) {
    const bool swaps = header->orientation > 4;
    uint32_t wanted_width = header->width, wanted_height = header->height;
    fit(&wanted_width, &wanted_height, width, height);
    const uint32_t stored_width = swaps ? wanted_height : wanted_width;
    const uint32_t stored_height = swaps ? wanted_width : wanted_height;
    CPicturesPixels stored = {0}, shrunk = {0};
    CPicturesOutcome outcome = CPicturesDamaged;
    switch (header->format) {
    case CPicturesJPEG: outcome = cpictures_decodeJPEG(bytes, count, stored_width, stored_height, &stored); break;
    case CPicturesPNG: outcome = cpictures_decodePNG(bytes, count, &stored); break;
    case CPicturesWebP: outcome = cpictures_decodeWebP(bytes, count, stored_width, stored_height, &stored); break;
    default: break;
    }
    if (outcome != CPicturesDone) return outcome;
    // If the decoder finds a smaller picture than the header says, there are too few pixels to shrink.
    if (stored.width < stored_width || stored.height < stored_height) {
        CPictures_freePixels(&stored);
        return CPicturesDamaged;
    }
    outcome = CPictures_shrink(&stored, stored_width, stored_height, &shrunk);
    CPictures_freePixels(&stored);
    if (outcome != CPicturesDone) return outcome;
    return turn(&shrunk, header->orientation, pixels);
}

uint32_t CPictures_dominantColour(const CPicturesPixels *pixels) {
    // Two colours are in the same group if their red, green and blue values have the same upper four bits.
    static const int colours = 1 << 12;
    uint64_t (*sums)[4] = calloc((size_t)colours, sizeof *sums);
    if (!sums) return 0x808080;
    const size_t count = (size_t)pixels->width * pixels->height;
    int most = 0;
    for (size_t index = 0; index < count; index++) {
        const uint8_t *pixel = pixels->bytes + 3 * index;
        const int colour = (pixel[0] >> 4) << 8 | (pixel[1] >> 4) << 4 | pixel[2] >> 4;
        for (int part = 0; part < 3; part++) sums[colour][part] += pixel[part];
        sums[colour][3]++;
        if (sums[colour][3] > sums[most][3]) most = colour;
    }
    const uint64_t *sum = sums[most];
    uint32_t mean = 0x808080;
    if (sum[3] > 0) {
        mean = (uint32_t)(sum[0] / sum[3]) << 16 | (uint32_t)(sum[1] / sum[3]) << 8 | (uint32_t)(sum[2] / sum[3]);
    }
    free(sums);
    return mean;
}
