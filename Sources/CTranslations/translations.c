#include "CTranslations.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char fr[] = {
#embed "po/fr.po"
};
static const unsigned char lg[] = {
#embed "po/lg.po"
};
static const unsigned char sw[] = {
#embed "po/sw.po"
};

static const struct ctranslation translations[] = {
    {"fr", fr, sizeof fr},
    {"lg", lg, sizeof lg},
    {"sw", sw, sizeof sw},
};

const struct ctranslation *ctranslation_at(size_t index) {
    return index < sizeof translations / sizeof *translations ? &translations[index] : NULL;
}
