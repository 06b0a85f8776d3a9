#include "parts.h"

#include <stdlib.h>
#include <string.h>
#include <webp/decode.h>
#include <webp/encode.h>

CPicturesOutcome cpictures_webpHeader(const uint8_t *bytes, size_t count, CPicturesHeader *header) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes, count, &features) != VP8_STATUS_OK) return CPicturesDamaged;
    if (features.has_animation) return CPicturesAnimated;
    header->width = (uint32_t)features.width;
    header->height = (uint32_t)features.height;
    const size_t length = cpictures_littleEndian(bytes + 4);
    if (length > count - 8) return CPicturesDamaged;
    size_t offset = 12;
    while (offset + 8 <= count) {
        const size_t size = cpictures_littleEndian(bytes + offset + 4);
        if (size > count - offset - 8) break;
        const uint8_t *content = bytes + offset + 8;
        if (memcmp(bytes + offset, "EXIF", 4) == 0) {
            // Some programs put the prefix `Exif\0\0`, which only JPEG files need, before the data.
            const size_t prefix = size > 6 && memcmp(content, "Exif\0\0", 6) == 0 ? 6 : 0;
            header->orientation = cpictures_orientation(content + prefix, size - prefix);
        }
        offset += 8 + size + (size & 1);
    }
    return CPicturesDone;
}

/// Blends transparent pixels with white.
static void flatten(const uint8_t *stored, CPicturesPixels *pixels) {
    const size_t count = (size_t)pixels->width * pixels->height;
    for (size_t index = 0; index < count; index++) {
        const unsigned opacity = stored[4 * index + 3];
        for (int colour = 0; colour < 3; colour++) {
            const unsigned value = stored[4 * index + colour] * opacity + 255 * (255 - opacity);
            pixels->bytes[3 * index + colour] = (uint8_t)(value / 255);
        }
    }
}

CPicturesOutcome cpictures_decodeWebP(const uint8_t *bytes, size_t count, uint32_t width, uint32_t height,
                                      CPicturesPixels *pixels) {
    WebPDecoderConfig config;
    if (!WebPInitDecoderConfig(&config)) return CPicturesDamaged;
    if (WebPGetFeatures(bytes, count, &config.input) != VP8_STATUS_OK) return CPicturesDamaged;
    uint32_t stored_width = (uint32_t)config.input.width, stored_height = (uint32_t)config.input.height;
    if (stored_width > width && stored_height > height) {
        config.options.use_scaling = 1;
        // At one scale, the picture gets exactly the requested width; at another, exactly the requested height. The
        // larger of these two scales is used. With the smaller scale, one side would be too short.
        if ((uint64_t)width * stored_height >= (uint64_t)height * stored_width) {
            stored_height = (uint32_t)(((uint64_t)stored_height * width + stored_width - 1) / stored_width);
            stored_width = width;
        } else {
            stored_width = (uint32_t)(((uint64_t)stored_width * height + stored_height - 1) / stored_height);
            stored_height = height;
        }
        config.options.scaled_width = (int)stored_width;
        config.options.scaled_height = (int)stored_height;
    }
    CPicturesOutcome outcome = cpictures_makePixels(stored_width, stored_height, pixels);
    if (outcome != CPicturesDone) return outcome;
    const size_t samples = config.input.has_alpha ? 4 : 3;
    const size_t size = samples * stored_width * stored_height;
    uint8_t *stored = config.input.has_alpha ? malloc(size) : pixels->bytes;
    config.output.colorspace = config.input.has_alpha ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA.rgba = stored;
    config.output.u.RGBA.stride = (int)(samples * stored_width);
    config.output.u.RGBA.size = size;
    const VP8StatusCode status = stored ? WebPDecode(bytes, count, &config) : VP8_STATUS_OUT_OF_MEMORY;
    if (status == VP8_STATUS_OK && config.input.has_alpha) flatten(stored, pixels);
    if (config.input.has_alpha) free(stored);
    WebPFreeDecBuffer(&config.output);
    if (status == VP8_STATUS_OK) return CPicturesDone;
    CPictures_freePixels(pixels);
    return status == VP8_STATUS_OUT_OF_MEMORY ? CPicturesOutOfMemory : CPicturesDamaged;
}

CPicturesOutcome CPictures_encodeWebP(const CPicturesPixels *pixels, int quality, CPicturesFile *file) {
    *file = (CPicturesFile){0};
    uint8_t *bytes = 0;
    const size_t count = WebPEncodeRGB(pixels->bytes, (int)pixels->width, (int)pixels->height, 3 * (int)pixels->width,
                                       (float)quality, &bytes);
    // The encoded file is copied to memory from `malloc`, so that `CPictures_freeFile` can free files of both formats.
    if (count > 0) file->bytes = malloc(count);
    if (file->bytes) {
        memcpy(file->bytes, bytes, count);
        file->count = count;
    }
    WebPFree(bytes);
    return file->bytes ? CPicturesDone : CPicturesOutOfMemory;
}
