#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A symbol's square on a page, in pixels, and the offset and length of its text in `texts`.
struct bare_area {
    int32_t page, x, y, side, text, length;
};

/// Renders each page of a PDF with poppler, and decodes the symbols in the squares `areas` with ZXing-C++. Uses
/// `threads` threads. Pages are rendered in grey, without antialiasing, at `dpi` dots per inch. `areas` must be sorted
/// by page, and have at least one area for each page; the first page is 0. Returns the number of symbols that contained
/// the expected text, or -1 on failure.
int64_t bare_pages(const char *path, double dpi, const struct bare_area *areas, int64_t count, const char *texts,
                   int32_t threads);

#ifdef __cplusplus
}
#endif
