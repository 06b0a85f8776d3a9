#include "CZXing.h"

#define ZX_USE_UTF8 1
#include <ZXing/ReadBarcode.h>

#include <memory>
#include <new>
#include <string>
#include <vector>

namespace {
struct Symbol {
    std::vector<uint8_t> bytes;
    std::string text;
    bool declaresCharacterSet;
    ZXing::Position position;
    char errorCorrectionLevel;
};
}  // namespace

struct CZXingSymbols {
    std::vector<Symbol> all;
};

CZXingOutcome CZXing_read(const uint8_t *luminance, int32_t width, int32_t height, CZXingSymbols **symbols) {
    *symbols = nullptr;
    try {
        auto hints = ZXing::DecodeHints()
                         .setFormats(ZXing::BarcodeFormat::QRCode)
                         .setTryHarder(true)
                         .setTryRotate(true)
                         .setTryDownscale(true);
        auto found = std::make_unique<CZXingSymbols>();
        for (const auto &result :
             ZXing::ReadBarcodes(ZXing::ImageView(luminance, width, height, ZXing::ImageFormat::Lum), hints)) {
            if (!result.isValid()) continue;
            const auto level = result.ecLevel();
            found->all.push_back({result.bytes(), result.text(), result.hasECI(), result.position(),
                                  level.empty() ? char(0) : level.front()});
        }
        *symbols = found.release();
        return CZXingDone;
    } catch (const std::bad_alloc &) {
        return CZXingOutOfMemory;
    } catch (...) {
        return CZXingFailed;
    }
}

size_t CZXing_count(const CZXingSymbols *symbols) { return symbols->all.size(); }

bool CZXing_symbol(const CZXingSymbols *symbols, size_t index, CZXingSymbol *symbol) {
    if (index >= symbols->all.size()) return false;
    const auto &found = symbols->all[index];
    *symbol = {};
    symbol->bytes = found.bytes.data();
    symbol->byteCount = found.bytes.size();
    symbol->text = reinterpret_cast<const uint8_t *>(found.text.data());
    symbol->textLength = found.text.size();
    symbol->declaresCharacterSet = found.declaresCharacterSet;
    for (int corner = 0; corner < 4; corner++) {
        symbol->corners[2 * corner] = found.position[corner].x;
        symbol->corners[2 * corner + 1] = found.position[corner].y;
    }
    symbol->errorCorrectionLevel = found.errorCorrectionLevel;
    return true;
}

void CZXing_free(CZXingSymbols *symbols) { delete symbols; }
