// A C interface for rendering PDF pages with poppler, whose C++ interface Swift cannot call.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An open PDF. Use it from one thread at a time, and free it with `CPoppler_close`.
typedef struct CPopplerDocument CPopplerDocument;

/// A rendered page. In greyscale, it has one byte per pixel, 0 for black. Free it with `CPoppler_free`.
typedef struct CPopplerPicture CPopplerPicture;

/// Opens a file. Null if poppler cannot open it as a PDF. The functions of this header throw no exceptions.
CPopplerDocument *CPoppler_open(const char *path);

/// Opens a PDF in memory. The bytes must remain valid until the document is closed.
CPopplerDocument *CPoppler_openBytes(const uint8_t *bytes, size_t count);

int32_t CPoppler_pageCount(const CPopplerDocument *document);

/// Renders a whole page in greyscale at `dpi` dots per inch, without antialiasing, as a printer does. The first page is
/// page 0. Null if the page cannot be rendered.
CPopplerPicture *CPoppler_render(CPopplerDocument *document, int32_t page, double dpi);

/// Renders a page for a screen: antialiased, in colour, with four bytes per pixel in cairo's ARGB32 format. The longer
/// side of the picture has `longest` pixels. Null if the page cannot be rendered.
CPopplerPicture *CPoppler_show(CPopplerDocument *document, int32_t page, int32_t longest);

/// The first pixel of the first row. Rows are `*stride` bytes apart. The pointer is valid until the picture is freed.
const uint8_t *CPoppler_pixels(const CPopplerPicture *picture, int32_t *width, int32_t *height, int32_t *stride);

/// Frees a picture. Null is allowed.
void CPoppler_free(CPopplerPicture *picture);

/// Closes and frees a document. Null is allowed.
void CPoppler_close(CPopplerDocument *document);

#ifdef __cplusplus
}
#endif
