// A C interface to poppler's pages as pictures: poppler is C++, which Swift can't call.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An open PDF. To be used by one thread at a time, freed by `CPoppler_close`.
typedef struct CPopplerDocument CPopplerDocument;

/// A page; in greys it has one byte a pixel, 0 for black. Freed by `CPoppler_free`.
typedef struct CPopplerPicture CPopplerPicture;

/// Null where the file is no PDF that poppler opens. No exception leaves any of these.
CPopplerDocument *CPoppler_open(const char *path);

/// The same of bytes, which must stay where they are until it is closed.
CPopplerDocument *CPoppler_openBytes(const uint8_t *bytes, size_t count);

int32_t CPoppler_pageCount(const CPopplerDocument *document);

/// The page of that index from 0, whole, at `dpi` dots an inch, without smoothing: as a printer lays its dots.
/// Null where it can't be drawn.
CPopplerPicture *CPoppler_render(CPopplerDocument *document, int32_t page, double dpi);

/// The page as people see it on a screen: smooth and in colours, four bytes a pixel as cairo's ARGB32, its longest side
/// `longest` pixels. Null where it can't be drawn.
CPopplerPicture *CPoppler_show(CPopplerDocument *document, int32_t page, int32_t longest);

/// The first pixel of the first row; rows are `*stride` bytes apart. Lives as long as the picture.
const uint8_t *CPoppler_pixels(const CPopplerPicture *picture, int32_t *width, int32_t *height, int32_t *stride);

/// Null is allowed.
void CPoppler_free(CPopplerPicture *picture);

/// Null is allowed.
void CPoppler_close(CPopplerDocument *document);

#ifdef __cplusplus
}
#endif
