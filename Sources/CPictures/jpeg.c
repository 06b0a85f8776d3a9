#include "parts.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

/// ITU-T T.81, annex B, defines the markers.
CPicturesOutcome cpictures_jpegHeader(const uint8_t *bytes, size_t count, CPicturesHeader *header) {
    size_t offset = 2;
    int scans = 0;
    bool has_size = false;
    while (offset + 1 < count) {
        const uint8_t marker = bytes[offset + 1];
        // Skip a byte if no segment with a length begins here. Picture data follows the header of a scan. In picture
        // data, 0 or a restart marker follows each 0xFF. Marker 1 (TEM) has no length: if the next bytes were read as
        // its length, the loop could jump over the segment with the size.
        if (bytes[offset] != 0xFF || marker <= 1 || marker == 0xFF || (marker >= 0xD0 && marker <= 0xD8)) {
            offset++;
            continue;
        }
        if (marker == 0xD9) return has_size && scans > 0 ? CPicturesDone : CPicturesDamaged;
        if (offset + 4 > count) return CPicturesDamaged;
        const size_t length = (size_t)bytes[offset + 2] << 8 | bytes[offset + 3];
        const uint8_t *content = bytes + offset + 4;
        if (length < 2 || offset + 2 + length > count) return CPicturesDamaged;
        if (marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC) {
            if (has_size || length < 8) return CPicturesDamaged;
            has_size = true;
            header->height = (uint32_t)content[1] << 8 | content[2];
            header->width = (uint32_t)content[3] << 8 | content[4];
        } else if (marker == 0xDA) {
            scans++;
            if (scans > CPicturesMaximumScans) return CPicturesTooManyScans;
        } else if (marker == 0xE1 && length > 8 && memcmp(content, "Exif\0\0", 6) == 0) {
            header->orientation = cpictures_orientation(content + 6, length - 8);
        }
        offset += 2 + length;
    }
    return CPicturesDamaged;
}

/// The smallest scale of the decoder at which the picture still has at least `width` × `height` pixels.
static tjscalingfactor scaling(int stored_width, int stored_height, uint32_t width, uint32_t height) {
    tjscalingfactor best = {1, 1};
    int count = 0;
    const tjscalingfactor *factors = tjGetScalingFactors(&count);
    for (int index = 0; index < count && factors; index++) {
        const tjscalingfactor factor = factors[index];
        if (factor.num >= factor.denom || factor.num * best.denom >= best.num * factor.denom) continue;
        if (TJSCALED(stored_width, factor) < (int)width || TJSCALED(stored_height, factor) < (int)height) continue;
        best = factor;
    }
    return best;
}

/// Converts CMYK pixels to RGB. The four values are inverted (0 is full ink), as in the files of Adobe's programs.
static void mix(const uint8_t *inks, CPicturesPixels *pixels) {
    const size_t count = (size_t)pixels->width * pixels->height;
    for (size_t index = 0; index < count; index++) {
        for (int colour = 0; colour < 3; colour++) {
            pixels->bytes[3 * index + colour] = (uint8_t)(inks[4 * index + colour] * inks[4 * index + 3] / 255);
        }
    }
}

static CPicturesOutcome decode(tjhandle decoder, const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                               CPicturesPixels *pixels) {
    int stored_width, stored_height, sampling, colours;
    if (count > INT_MAX) return CPicturesDamaged;
    if (tjDecompressHeader3(decoder, bytes, count, &stored_width, &stored_height, &sampling, &colours) != 0) {
        return CPicturesDamaged;
    }
    const tjscalingfactor factor = scaling(stored_width, stored_height, width, height);
    const CPicturesOutcome outcome = cpictures_makePixels((uint32_t)TJSCALED(stored_width, factor),
                                                          (uint32_t)TJSCALED(stored_height, factor), pixels);
    if (outcome != CPicturesDone) return outcome;
    const bool has_inks = colours == TJCS_CMYK || colours == TJCS_YCCK;
    uint8_t *inks = has_inks ? malloc((size_t)pixels->width * pixels->height * 4) : 0;
    if (has_inks && !inks) return CPicturesOutOfMemory;
    const int flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT;
    const int result = tjDecompress2(decoder, bytes, count, has_inks ? inks : pixels->bytes, (int)pixels->width, 0,
                                     (int)pixels->height, has_inks ? TJPF_CMYK : TJPF_RGB, flags);
    if (result == 0 && has_inks) mix(inks, pixels);
    free(inks);
    if (result == 0) return CPicturesDone;
    return strstr(tjGetErrorStr2(decoder), "nsufficient memory") ? CPicturesOutOfMemory : CPicturesDamaged;
}

CPicturesOutcome cpictures_decodeJPEG(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                                      CPicturesPixels *pixels) {
    tjhandle decoder = tjInitDecompress();
    if (!decoder) return CPicturesOutOfMemory;
    const CPicturesOutcome outcome = decode(decoder, bytes, count, width, height, pixels);
    tjDestroy(decoder);
    if (outcome != CPicturesDone) CPictures_freePixels(pixels);
    return outcome;
}

CPicturesOutcome CPictures_encodeJPEG(const CPicturesPixels *pixels, int quality, CPicturesFile *file) {
    *file = (CPicturesFile){0};
    tjhandle encoder = tjInitCompress();
    if (!encoder) return CPicturesOutOfMemory;
    unsigned char *bytes = 0;
    unsigned long count = 0;
    const int result = tjCompress2(encoder, pixels->bytes, (int)pixels->width, 0, (int)pixels->height, TJPF_RGB, &bytes,
                                   &count, TJSAMP_420, quality, TJFLAG_PROGRESSIVE | TJFLAG_ACCURATEDCT);
    tjDestroy(encoder);
    // The encoded file is copied to memory from `malloc`, so that `CPictures_freeFile` can free files of both formats.
    if (result == 0) file->bytes = malloc(count);
    if (file->bytes) {
        memcpy(file->bytes, bytes, count);
        file->count = count;
    }
    tjFree(bytes);
    return file->bytes ? CPicturesDone : CPicturesOutOfMemory;
}
