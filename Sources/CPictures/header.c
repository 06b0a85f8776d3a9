#include "parts.h"

#include <string.h>

CPicturesFormat CPictures_format(const uint8_t *bytes, size_t count) {
    if (count < 12) return CPicturesUnknown;
    if (memcmp(bytes, "\xFF\xD8\xFF", 3) == 0) return CPicturesJPEG;
    if (memcmp(bytes, "\x89PNG\r\n\x1A\n", 8) == 0) return CPicturesPNG;
    if (memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0) return CPicturesWebP;
    if (memcmp(bytes, "GIF8", 4) == 0) return CPicturesGIF;
    // ISO/IEC 14496-12: the box “ftyp” names the brand of the file, which is a short name of its format.
    if (memcmp(bytes + 4, "ftyp", 4) == 0) {
        const char *brands[] = {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"};
        for (size_t index = 0; index < sizeof brands / sizeof brands[0]; index++) {
            if (memcmp(bytes + 8, brands[index], 4) == 0) return CPicturesHEIC;
        }
        if (memcmp(bytes + 8, "avif", 4) == 0 || memcmp(bytes + 8, "avis", 4) == 0) return CPicturesAVIF;
    }
    return CPicturesUnknown;
}

CPicturesOutcome CPictures_header(const uint8_t *bytes, size_t count, CPicturesHeader *header) {
    *header = (CPicturesHeader){.format = CPictures_format(bytes, count), .orientation = 1};
    CPicturesOutcome outcome = CPicturesDone;
    switch (header->format) {
    case CPicturesJPEG: outcome = cpictures_jpegHeader(bytes, count, header); break;
    case CPicturesPNG: outcome = cpictures_pngHeader(bytes, count, header); break;
    case CPicturesWebP: outcome = cpictures_webpHeader(bytes, count, header); break;
    default: return CPicturesDone;
    }
    if (outcome != CPicturesDone) return outcome;
    if (header->width == 0 || header->height == 0) return CPicturesDamaged;
    if (header->orientation > 4) {
        const uint32_t width = header->width;
        header->width = header->height;
        header->height = width;
    }
    return CPicturesDone;
}

int cpictures_orientation(const uint8_t *exif, size_t count) {
    if (count < 14) return 1;
    const bool little = memcmp(exif, "II*\0", 4) == 0;
    if (!little && memcmp(exif, "MM\0*", 4) != 0) return 1;
#define SHORT(at) (little ? exif[at] | exif[(at) + 1] << 8 : exif[at] << 8 | exif[(at) + 1])
    const size_t folder = little ? cpictures_littleEndian(exif + 4) : cpictures_bigEndian(exif + 4);
    if (folder > count - 2) return 1;
    const int entries = SHORT(folder);
    for (int index = 0; index < entries; index++) {
        const size_t entry = folder + 2 + 12 * (size_t)index;
        if (entry + 12 > count) return 1;
        // Tag 0x0112 is the orientation. It must have type 3, a number of 16 bits.
        if (SHORT(entry) != 0x0112 || SHORT(entry + 2) != 3) continue;
        const int orientation = SHORT(entry + 8);
        return orientation >= 1 && orientation <= 8 ? orientation : 1;
    }
#undef SHORT
    return 1;
}
