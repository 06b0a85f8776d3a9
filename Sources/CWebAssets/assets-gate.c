#include "asset-lists.h"

// Assets for the gate.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char scripts_camera_js[] = {
#embed "scripts/camera.js"
};
static const unsigned char scripts_gate_figures_js[] = {
#embed "scripts/gate-figures.js"
};
static const unsigned char scripts_gate_texts_js[] = {
#embed "scripts/gate-texts.js"
};
static const unsigned char scripts_frames_js[] = {
#embed "scripts/frames.js"
};
static const unsigned char scripts_luminance_js[] = {
#embed "scripts/luminance.js"
};
static const unsigned char scripts_phone_pairing_js[] = {
#embed "scripts/phone-pairing.js"
};
static const unsigned char scripts_elements_js[] = {
#embed "scripts/elements.js"
};
static const unsigned char scripts_qr_js[] = {
#embed "scripts/qr.js"
};
static const unsigned char scripts_queue_js[] = {
#embed "scripts/queue.js"
};
static const unsigned char scripts_scanner_js[] = {
#embed "scripts/scanner.js"
};
static const unsigned char scripts_scanning_js[] = {
#embed "scripts/scanning.js"
};
static const unsigned char scripts_search_js[] = {
#embed "scripts/search.js"
};
static const unsigned char scripts_server_js[] = {
#embed "scripts/server.js"
};
static const unsigned char scripts_sound_js[] = {
#embed "scripts/sound.js"
};
static const unsigned char scripts_verdict_js[] = {
#embed "scripts/verdict.js"
};
static const unsigned char styles_gate_css[] = {
#embed "styles/gate.css"
    ,
#embed "styles/verdict.css"
};
static const unsigned char templates_gate_mustache[] = {
#embed "templates/gate.mustache"
};
static const unsigned char templates_verdict_signs_mustache[] = {
#embed "templates/verdict-signs.mustache"
};
static const unsigned char templates_verdict_words_mustache[] = {
#embed "templates/verdict-words.mustache"
};
static const unsigned char templates_gate_choice_mustache[] = {
#embed "templates/gate-choice.mustache"
};
static const unsigned char templates_phone_pairing_mustache[] = {
#embed "templates/phone-pairing.mustache"
};
static const unsigned char templates_verdict_mustache[] = {
#embed "templates/verdict.mustache"
};

const struct casset casset_gate[] = {
    {"scripts/camera.js", scripts_camera_js, sizeof scripts_camera_js},
    {"scripts/gate-figures.js", scripts_gate_figures_js, sizeof scripts_gate_figures_js},
    {"scripts/gate-texts.js", scripts_gate_texts_js, sizeof scripts_gate_texts_js},
    {"scripts/frames.js", scripts_frames_js, sizeof scripts_frames_js},
    {"scripts/luminance.js", scripts_luminance_js, sizeof scripts_luminance_js},
    {"scripts/phone-pairing.js", scripts_phone_pairing_js, sizeof scripts_phone_pairing_js},
    {"scripts/elements.js", scripts_elements_js, sizeof scripts_elements_js},
    {"scripts/qr.js", scripts_qr_js, sizeof scripts_qr_js},
    {"scripts/queue.js", scripts_queue_js, sizeof scripts_queue_js},
    {"scripts/scanner.js", scripts_scanner_js, sizeof scripts_scanner_js},
    {"scripts/scanning.js", scripts_scanning_js, sizeof scripts_scanning_js},
    {"scripts/search.js", scripts_search_js, sizeof scripts_search_js},
    {"scripts/server.js", scripts_server_js, sizeof scripts_server_js},
    {"scripts/sound.js", scripts_sound_js, sizeof scripts_sound_js},
    {"scripts/verdict.js", scripts_verdict_js, sizeof scripts_verdict_js},
    {"styles/gate.css", styles_gate_css, sizeof styles_gate_css},
    {"templates/gate.mustache", templates_gate_mustache, sizeof templates_gate_mustache},
    {"templates/verdict-signs.mustache", templates_verdict_signs_mustache, sizeof templates_verdict_signs_mustache},
    {"templates/verdict-words.mustache", templates_verdict_words_mustache, sizeof templates_verdict_words_mustache},
    {"templates/gate-choice.mustache", templates_gate_choice_mustache, sizeof templates_gate_choice_mustache},
    {"templates/phone-pairing.mustache", templates_phone_pairing_mustache, sizeof templates_phone_pairing_mustache},
    {"templates/verdict.mustache", templates_verdict_mustache, sizeof templates_verdict_mustache},
};
const size_t casset_gate_count = sizeof casset_gate / sizeof *casset_gate;
