#include "CPoppler.h"

#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-global.h>
#include <poppler/cpp/poppler-image.h>
#include <poppler/cpp/poppler-page-renderer.h>
#include <poppler/cpp/poppler-page.h>

#include <algorithm>
#include <climits>
#include <memory>
#include <string>

struct CPopplerDocument {
    std::unique_ptr<poppler::document> document;
};

struct CPopplerPicture {
    poppler::image image;
};

namespace {
// Suppresses poppler's warnings on standard error.
void ignoreRemarks(const std::string &, void *) {}
}  // namespace

CPopplerDocument *CPoppler_open(const char *path) {
    try {
        poppler::set_debug_error_function(ignoreRemarks, nullptr);
        std::unique_ptr<poppler::document> document(poppler::document::load_from_file(path));
        if (!document || document->is_locked()) return nullptr;
        return new CPopplerDocument{std::move(document)};
    } catch (...) {
        return nullptr;
    }
}

CPopplerDocument *CPoppler_openBytes(const uint8_t *bytes, size_t count) {
    try {
        poppler::set_debug_error_function(ignoreRemarks, nullptr);
        if (count > INT_MAX) return nullptr;
        std::unique_ptr<poppler::document> document(
            poppler::document::load_from_raw_data(reinterpret_cast<const char *>(bytes), static_cast<int>(count)));
        if (!document || document->is_locked()) return nullptr;
        return new CPopplerDocument{std::move(document)};
    } catch (...) {
        return nullptr;
    }
}

int32_t CPoppler_pageCount(const CPopplerDocument *document) { return document->document->pages(); }

CPopplerPicture *CPoppler_render(CPopplerDocument *document, int32_t page, double dpi) {
    try {
        std::unique_ptr<poppler::page> found(document->document->create_page(page));
        if (!found) return nullptr;
        poppler::page_renderer renderer;
        renderer.set_image_format(poppler::image::format_gray8);
        auto image = renderer.render_page(found.get(), dpi, dpi);
        if (!image.is_valid()) return nullptr;
        return new CPopplerPicture{std::move(image)};
    } catch (...) {
        return nullptr;
    }
}

CPopplerPicture *CPoppler_show(CPopplerDocument *document, int32_t page, int32_t longest) {
    try {
        std::unique_ptr<poppler::page> found(document->document->create_page(page));
        if (!found) return nullptr;
        const auto size = found->page_rect();
        const double side = std::max(size.width(), size.height());
        if (!(side > 0)) return nullptr;
        poppler::page_renderer renderer;
        renderer.set_image_format(poppler::image::format_argb32);
        renderer.set_render_hint(poppler::page_renderer::antialiasing);
        renderer.set_render_hint(poppler::page_renderer::text_antialiasing);
        const double dpi = 72 * longest / side;
        auto image = renderer.render_page(found.get(), dpi, dpi);
        if (!image.is_valid()) return nullptr;
        return new CPopplerPicture{std::move(image)};
    } catch (...) {
        return nullptr;
    }
}

const uint8_t *CPoppler_pixels(const CPopplerPicture *picture, int32_t *width, int32_t *height, int32_t *stride) {
    *width = picture->image.width();
    *height = picture->image.height();
    *stride = picture->image.bytes_per_row();
    return reinterpret_cast<const uint8_t *>(picture->image.const_data());
}

void CPoppler_free(CPopplerPicture *picture) { delete picture; }

void CPoppler_close(CPopplerDocument *document) { delete document; }
