#pragma once

// Functions that call librsvg. The library is loaded when the first SVG is read, because few commands read an SVG, and
// the library needs other libraries: if it were linked directly, every process would need 3 MB more memory.
//
// The functions are named after the functions of librsvg. The types are those of the second version of librsvg's binary
// interface. librsvg's header is not included, because the pkg-config file that finds it would also link the library.

#include <cairo.h>
#include <glib-object.h>
#include <stdbool.h>

/// A picture. Release it with g_object_unref.
typedef struct {
    GObject parent;
} RsvgHandle;

/// A length of an SVG, and the number of its unit in the enumeration RsvgUnit.
typedef struct {
    double length;
    int unit;
} RsvgLength;

typedef struct {
    double x;
    double y;
    double width;
    double height;
} RsvgRectangle;

/// Loads librsvg, unless it is loaded already. If the result is false, the library is not installed, and no other
/// function may be called. The next call tries again, so a server need not be restarted after the library is installed.
bool crsvg_load(void);

RsvgHandle *crsvg_handle_new_from_data(const guint8 *data, gsize length, GError **error);
gboolean crsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, gdouble *width, gdouble *height);
void crsvg_handle_get_intrinsic_dimensions(
    RsvgHandle *handle, gboolean *has_width, RsvgLength *width, gboolean *has_height, RsvgLength *height,
    gboolean *has_view_box, RsvgRectangle *view_box);
gboolean crsvg_handle_render_document(
    RsvgHandle *handle, cairo_t *context, const RsvgRectangle *viewport, GError **error);
