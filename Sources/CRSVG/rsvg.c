#include "CRSVG.h"

#include <dlfcn.h>
#include <pthread.h>

/// The functions of the loaded library.
static struct {
    bool is_loaded;
    RsvgHandle *(*new_from_data)(const guint8 *, gsize, GError **);
    gboolean (*size_in_pixels)(RsvgHandle *, gdouble *, gdouble *);
    void (*dimensions)(
        RsvgHandle *, gboolean *, RsvgLength *, gboolean *, RsvgLength *, gboolean *, RsvgRectangle *);
    gboolean (*render)(RsvgHandle *, cairo_t *, const RsvgRectangle *, GError **);
} rsvg;

/// Looks up a function of the library, and stores its address in `*function`. Returns false if the library lacks the
/// function.
static bool find(void *library, const char *name, void *function) {
    void *found = dlsym(library, name);
    *(void **)function = found;
    return found != NULL;
}

static void load(void) {
    static void *library;
    // The last number of the file name is the version of the library's binary interface.
    if (library == NULL) library = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    rsvg.is_loaded = library != NULL && find(library, "rsvg_handle_new_from_data", &rsvg.new_from_data)
        && find(library, "rsvg_handle_get_intrinsic_size_in_pixels", &rsvg.size_in_pixels)
        && find(library, "rsvg_handle_get_intrinsic_dimensions", &rsvg.dimensions)
        && find(library, "rsvg_handle_render_document", &rsvg.render);
}

bool crsvg_load(void) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    if (!rsvg.is_loaded) load();
    bool is_loaded = rsvg.is_loaded;
    pthread_mutex_unlock(&mutex);
    return is_loaded;
}

RsvgHandle *crsvg_handle_new_from_data(const guint8 *data, gsize length, GError **error) {
    return rsvg.new_from_data(data, length, error);
}

gboolean crsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, gdouble *width, gdouble *height) {
    return rsvg.size_in_pixels(handle, width, height);
}

void crsvg_handle_get_intrinsic_dimensions(
    RsvgHandle *handle, gboolean *has_width, RsvgLength *width, gboolean *has_height, RsvgLength *height,
    gboolean *has_view_box, RsvgRectangle *view_box) {
    rsvg.dimensions(handle, has_width, width, has_height, height, has_view_box, view_box);
}

gboolean crsvg_handle_render_document(
    RsvgHandle *handle, cairo_t *context, const RsvgRectangle *viewport, GError **error) {
    return rsvg.render(handle, context, viewport, error);
}
