// Reads JPEG, PNG and WebP files, and writes JPEG and WebP files. This code is in C, because tests compile Swift
// without optimization, and a Swift loop over millions of pixels would then take minutes.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    CPicturesDone = 0,
    /// The file is incomplete or contradicts its format.
    CPicturesDamaged,
    /// A JPEG with more than `CPicturesMaximumScans` scans. The decoder processes the whole picture for each scan, so
    /// many scans would take too long.
    CPicturesTooManyScans,
    /// A WebP file with several pictures.
    CPicturesAnimated,
    CPicturesOutOfMemory,
} CPicturesOutcome;

typedef enum {
    CPicturesUnknown = 0,
    CPicturesJPEG,
    CPicturesPNG,
    CPicturesWebP,
    CPicturesGIF,
    CPicturesHEIC,
    CPicturesAVIF,
} CPicturesFormat;

enum { CPicturesMaximumScans = 64 };

/// The format, the size and the orientation that a picture file states.
typedef struct {
    CPicturesFormat format;
    /// The size of the upright picture, in pixels.
    uint32_t width;
    uint32_t height;
    /// The Exif orientation, from 1 to 8: how the stored picture must be turned or mirrored (Exif 2.32, 4.6.4). 1 means
    /// that the stored picture is upright.
    int orientation;
} CPicturesHeader;

/// Opaque pixels, row by row, without gaps. Each pixel has three bytes: red, green and blue.
typedef struct {
    uint8_t *bytes;
    uint32_t width;
    uint32_t height;
} CPicturesPixels;

/// A file in memory.
typedef struct {
    uint8_t *bytes;
    size_t count;
} CPicturesFile;

/// Detects the format of a file from its first 12 bytes. Returns `CPicturesUnknown` for a shorter file and for any
/// other format.
CPicturesFormat CPictures_format(const uint8_t *bytes, size_t count);

/// Reads the header of a JPEG, PNG or WebP file, without decoding pixels. For other formats, returns `CPicturesDone`,
/// with a width and a height of 0.
CPicturesOutcome CPictures_header(const uint8_t *bytes, size_t count, CPicturesHeader *header);

/// Decodes the picture in a file, turns the picture upright, and shrinks it to fit into `width` × `height`. A smaller
/// picture keeps its size. Transparent parts become white. Colour profiles are ignored: the decoded pixels are treated
/// as sRGB. `header` must come from a successful call of `CPictures_header` for this file. After `CPicturesDone`, the
/// caller must free the pixels with `CPictures_freePixels`.
CPicturesOutcome CPictures_decode(const uint8_t *bytes, size_t count, const CPicturesHeader *header, uint32_t width,
                                  uint32_t height, CPicturesPixels *pixels);

/// Shrinks a picture to exactly `width` × `height`, which must not be larger than the picture. Each new pixel is the
/// mean of the area that it covers.
CPicturesOutcome CPictures_shrink(const CPicturesPixels *pixels, uint32_t width, uint32_t height,
                                  CPicturesPixels *shrunk);

/// Encodes a progressive JPEG without metadata. Quality: 1 to 100. The caller must free the file with
/// `CPictures_freeFile`.
CPicturesOutcome CPictures_encodeJPEG(const CPicturesPixels *pixels, int quality, CPicturesFile *file);

/// Encodes a WebP without metadata. Quality: 1 to 100. The caller must free the file with `CPictures_freeFile`.
CPicturesOutcome CPictures_encodeWebP(const CPicturesPixels *pixels, int quality, CPicturesFile *file);

/// The mean colour of the largest group of similar pixels, as 0xRRGGBB; grey (0x808080) if there is no memory.
uint32_t CPictures_dominantColour(const CPicturesPixels *pixels);

void CPictures_freePixels(CPicturesPixels *pixels);
void CPictures_freeFile(CPicturesFile *file);
