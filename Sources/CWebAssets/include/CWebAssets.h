// Style sheets, scripts, templates and icons from the folders next to this one.
#pragma once
#include <stddef.h>

struct casset {
    // The path of the asset, such as `styles/page.css`.
    const char *name;
    const unsigned char *bytes;
    size_t length;
};

// The asset at an index from 0; NULL if the index is out of range.
const struct casset *casset_at(size_t index);
