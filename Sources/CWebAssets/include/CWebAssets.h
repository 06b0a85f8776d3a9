// Style sheets, scripts and templates, as they stand in the folders beside this one.
#pragma once
#include <stddef.h>

struct casset {
    // `styles/page.css`
    const char *name;
    const unsigned char *bytes;
    size_t length;
};

// NULL from the number of assets on.
const struct casset *casset_at(size_t index);
