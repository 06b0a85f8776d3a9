// A C interface to ZXing-C++, which throws exceptions and returns C++ containers: Swift can call neither.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The symbols found in one picture. Owned by the caller, freed by `CZXing_free`.
typedef struct CZXingSymbols CZXingSymbols;

/// One symbol. Its pointers live as long as the `CZXingSymbols` it came from.
typedef struct {
    const uint8_t *bytes;
    size_t byteCount;
    /// UTF-8 by ZXing's own guess of the character set, or by what the symbol declares.
    const uint8_t *text;
    size_t textLength;
    /// Whether the symbol declares its character set (ECI).
    bool declaresCharacterSet;
    /// x and y in pixels: top left, top right, bottom right, bottom left of the symbol as it is meant to be seen.
    int32_t corners[8];
    /// 'L', 'M', 'Q' or 'H'; 0 if unknown.
    char errorCorrectionLevel;
} CZXingSymbol;

typedef enum { CZXingDone = 0, CZXingOutOfMemory = 1, CZXingFailed = 2 } CZXingOutcome;

/// Looks for QR symbols in `width * height` bytes of luminance, row by row. No exception leaves.
/// On `CZXingDone`, `*symbols` is to be freed, otherwise it is null.
CZXingOutcome CZXing_read(const uint8_t *luminance, int32_t width, int32_t height, CZXingSymbols **symbols);

size_t CZXing_count(const CZXingSymbols *symbols);

/// False if there is no symbol of that index.
bool CZXing_symbol(const CZXingSymbols *symbols, size_t index, CZXingSymbol *symbol);

/// Null is allowed.
void CZXing_free(CZXingSymbols *symbols);

#ifdef __cplusplus
}
#endif
