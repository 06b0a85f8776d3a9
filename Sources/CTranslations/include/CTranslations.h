// The translations in the folder po, as PO files (GNU gettext).
#pragma once
#include <stddef.h>

struct ctranslation {
    // The code of the language, such as `sw`.
    const char *language;
    const unsigned char *bytes;
    size_t length;
};

// The translation at an index from 0; NULL if the index is out of range.
const struct ctranslation *ctranslation_at(size_t index);
