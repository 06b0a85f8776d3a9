#pragma once

#include "CPictures.h"

/// The orientation in Exif data that begins with "II" or "MM"; 1 if the data is invalid or has no orientation.
int cpictures_orientation(const uint8_t *exif, size_t count);

/// These functions set the size and the orientation in `header`. The function for JPEG reads all markers of the file,
/// because it also counts the scans.
CPicturesOutcome cpictures_jpegHeader(const uint8_t *bytes, size_t count, CPicturesHeader *header);
CPicturesOutcome cpictures_pngHeader(const uint8_t *bytes, size_t count, CPicturesHeader *header);
CPicturesOutcome cpictures_webpHeader(const uint8_t *bytes, size_t count, CPicturesHeader *header);

/// These functions decode the stored picture, and do not turn it upright. The decoders of JPEG and WebP may shrink a
/// picture that is larger than `width` × `height`, but not below this size.
CPicturesOutcome cpictures_decodeJPEG(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                                      CPicturesPixels *pixels);
CPicturesOutcome cpictures_decodePNG(const uint8_t *bytes, size_t count, CPicturesPixels *pixels);
CPicturesOutcome cpictures_decodeWebP(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                                      CPicturesPixels *pixels);

/// Allocates memory for `width` × `height` pixels. Returns `CPicturesDamaged` for 0 pixels and for more than 64 × 2²⁰
/// pixels.
CPicturesOutcome cpictures_makePixels(uint32_t width, uint32_t height, CPicturesPixels *pixels);

static inline uint32_t cpictures_bigEndian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static inline uint32_t cpictures_littleEndian(const uint8_t *bytes) {
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}
