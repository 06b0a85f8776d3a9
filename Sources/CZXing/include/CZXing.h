// A C interface to ZXing-C++. Swift cannot handle the C++ exceptions and containers that ZXing-C++ uses.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The symbols found in one image. The caller owns them and must free them with `CZXing_free`.
typedef struct CZXingSymbols CZXingSymbols;

/// One symbol. Its pointers are valid until the `CZXingSymbols` that contains the symbol is freed.
typedef struct {
    const uint8_t *bytes;
    size_t byteCount;
    /// The text in UTF-8. If the symbol declares no character set, ZXing guesses the character set.
    const uint8_t *text;
    size_t textLength;
    /// Whether the symbol declares its character set (ECI).
    bool declaresCharacterSet;
    /// The corners of the symbol, named as if the symbol were upright: top left, top right, bottom right, bottom left.
    /// Each corner has an x and a y coordinate, in pixels.
    int32_t corners[8];
    /// 'L', 'M', 'Q' or 'H'; 0 if unknown.
    char errorCorrectionLevel;
} CZXingSymbol;

typedef enum { CZXingDone = 0, CZXingOutOfMemory = 1, CZXingFailed = 2 } CZXingOutcome;

/// Finds QR symbols in an image. `luminance` has `width * height` bytes, one for each pixel, stored row by row. Throws
/// no exceptions. If the result is `CZXingDone`, the caller must free `*symbols`; otherwise `*symbols` is null.
CZXingOutcome CZXing_read(const uint8_t *luminance, int32_t width, int32_t height, CZXingSymbols **symbols);

size_t CZXing_count(const CZXingSymbols *symbols);

/// Gets a symbol. False if the index is out of range.
bool CZXing_symbol(const CZXingSymbols *symbols, size_t index, CZXingSymbol *symbol);

/// Frees the symbols. Null is allowed.
void CZXing_free(CZXingSymbols *symbols);

#ifdef __cplusplus
}
#endif
