#include "CWebAssets.h"

// A literal of bytes in Swift takes the compiler minutes; this takes it half a second.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_css[] = {
#embed "styles/page.css"
};
static const unsigned char mark[] = {
#embed "icons/mark.svg"
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
static const unsigned char enter_js[] = {
#embed "scripts/enter.js"
};
static const unsigned char sign_in[] = {
#embed "templates/sign-in.mustache"
};
static const unsigned char enter[] = {
#embed "templates/enter.mustache"
};
static const unsigned char again[] = {
#embed "templates/again.mustache"
};
static const unsigned char account[] = {
#embed "templates/account.mustache"
};

static const unsigned char devices_css[] = {
#embed "styles/devices.css"
};
static const unsigned char pair_js[] = {
#embed "scripts/pair.js"
};
static const unsigned char pair[] = {
#embed "templates/pair.mustache"
};
static const unsigned char devices[] = {
#embed "templates/devices.mustache"
};

static const struct casset assets[] = {
    {"styles/page.css", page_css, sizeof page_css},
    {"icons/mark.svg", mark, sizeof mark},
    {"templates/shell.mustache", shell, sizeof shell},
    {"templates/problem.mustache", problem, sizeof problem},
    {"templates/start.mustache", start, sizeof start},
    {"scripts/enter.js", enter_js, sizeof enter_js},
    {"templates/sign-in.mustache", sign_in, sizeof sign_in},
    {"templates/enter.mustache", enter, sizeof enter},
    {"templates/again.mustache", again, sizeof again},
    {"templates/account.mustache", account, sizeof account},
    {"styles/devices.css", devices_css, sizeof devices_css},
    {"scripts/pair.js", pair_js, sizeof pair_js},
    {"templates/pair.mustache", pair, sizeof pair},
    {"templates/devices.mustache", devices, sizeof devices},
};

const struct casset *casset_at(size_t index) {
    return index < sizeof assets / sizeof *assets ? &assets[index] : NULL;
}
