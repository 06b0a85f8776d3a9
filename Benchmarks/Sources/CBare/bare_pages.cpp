#include "bare_pages.h"

#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>
#include <poppler/cpp/poppler-document.h>
#include <poppler/cpp/poppler-image.h>
#include <poppler/cpp/poppler-page-renderer.h>
#include <poppler/cpp/poppler-page.h>

#include <atomic>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

namespace {
struct Work {
    const char *path;
    double dpi;
    const bare_area *areas;
    const char *texts;
    /// The index of each page's first area; the last element is the total number of areas.
    std::vector<int64_t> pages;
    std::atomic<size_t> next{0};
    std::atomic<int64_t> read{0};
    std::atomic<bool> failed{false};
};

bool holds(const poppler::image &image, const bare_area &area, const char *texts) {
    // These are the hints that EventPass's own reader uses.
    const auto hints = ZXing::DecodeHints()
                           .setFormats(ZXing::BarcodeFormat::QRCode)
                           .setTryHarder(true)
                           .setTryRotate(true)
                           .setTryDownscale(true);
    const auto stride = image.bytes_per_row();
    const auto first = reinterpret_cast<const uint8_t *>(image.const_data()) + area.y * stride + area.x;
    const auto found =
        ZXing::ReadBarcodes(ZXing::ImageView(first, area.side, area.side, ZXing::ImageFormat::Lum, stride), hints);
    if (found.size() != 1 || !found[0].isValid()) return false;
    const auto &bytes = found[0].bytes();
    return bytes.size() == size_t(area.length) && std::memcmp(bytes.data(), texts + area.text, bytes.size()) == 0;
}

void readPages(Work &work) try {
    const std::unique_ptr<poppler::document> document(poppler::document::load_from_file(work.path));
    if (!document) throw work.path;
    for (size_t page; (page = work.next++) + 1 < work.pages.size();) {
        const std::unique_ptr<poppler::page> found(document->create_page(int(page)));
        poppler::page_renderer renderer;
        renderer.set_image_format(poppler::image::format_gray8);
        const auto image = found ? renderer.render_page(found.get(), work.dpi, work.dpi) : poppler::image();
        if (!image.is_valid()) throw work.path;
        for (auto index = work.pages[page]; index < work.pages[page + 1]; index++) {
            work.read += holds(image, work.areas[index], work.texts);
        }
    }
} catch (...) {
    work.failed = true;
}
}  // namespace

int64_t bare_pages(const char *path, double dpi, const bare_area *areas, int64_t count, const char *texts,
                   int32_t threads) try {
    Work work{path, dpi, areas, texts, {0}};
    for (int64_t index = 1; index < count; index++) {
        if (areas[index].page != areas[index - 1].page) work.pages.push_back(index);
    }
    work.pages.push_back(count);
    std::vector<std::thread> others;
    for (int32_t index = 1; index < threads; index++) others.emplace_back([&work] { readPages(work); });
    readPages(work);
    for (auto &other : others) other.join();
    return work.failed ? -1 : work.read.load();
} catch (...) {
    return -1;
}
