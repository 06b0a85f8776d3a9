#include "CWebAssets.h"

// A literal of bytes in Swift takes the compiler minutes; this takes it half a second.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_css[] = {
#embed "styles/page.css"
};
static const unsigned char shell[] = {
#embed "templates/shell.mustache"
};
static const unsigned char problem[] = {
#embed "templates/problem.mustache"
};
static const unsigned char start[] = {
#embed "templates/start.mustache"
};

static const struct casset assets[] = {
    {"styles/page.css", page_css, sizeof page_css},
    {"templates/shell.mustache", shell, sizeof shell},
    {"templates/problem.mustache", problem, sizeof problem},
    {"templates/start.mustache", start, sizeof start},
};

const struct casset *casset_at(size_t index) {
    return index < sizeof assets / sizeof *assets ? &assets[index] : NULL;
}
