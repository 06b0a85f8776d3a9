#include "CPoppler.h"

#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-global.h>
#include <poppler/cpp/poppler-image.h>
#include <poppler/cpp/poppler-page-renderer.h>
#include <poppler/cpp/poppler-page.h>

#include <memory>
#include <string>

struct CPopplerDocument {
    std::unique_ptr<poppler::document> document;
};

struct CPopplerPicture {
    poppler::image image;
};

namespace {
// Poppler would write its remarks on standard error.
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

const uint8_t *CPoppler_pixels(const CPopplerPicture *picture, int32_t *width, int32_t *height, int32_t *stride) {
    *width = picture->image.width();
    *height = picture->image.height();
    *stride = picture->image.bytes_per_row();
    return reinterpret_cast<const uint8_t *>(picture->image.const_data());
}

void CPoppler_free(CPopplerPicture *picture) { delete picture; }

void CPoppler_close(CPopplerDocument *document) { delete document; }
