#include "asset-lists.h"

// Assets for pages of every area.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char icons_mark_svg[] = {
#embed "icons/mark.svg"
};
static const unsigned char scripts_markup_js[] = {
#embed "scripts/markup.js"
};
static const unsigned char scripts_forms_js[] = {
#embed "scripts/forms.js"
};
// The style sheets that every page uses are one asset, so that a page loads at most two style sheets.
static const unsigned char styles_page_css[] = {
#embed "styles/tokens.css"
    ,
#embed "styles/page.css"
    ,
#embed "styles/controls.css"
    ,
#embed "styles/components.css"
    ,
#embed "styles/charts.css"
    ,
#embed "styles/lists.css"
    ,
#embed "styles/shell.css"
};
static const unsigned char templates_chart_mustache[] = {
#embed "templates/chart.mustache"
};
static const unsigned char templates_flash_mustache[] = {
#embed "templates/flash.mustache"
};
static const unsigned char templates_csrf_fields_mustache[] = {
#embed "templates/csrf-fields.mustache"
};
static const unsigned char templates_error_summary_mustache[] = {
#embed "templates/error-summary.mustache"
};
static const unsigned char templates_formatted_line_mustache[] = {
#embed "templates/formatted-line.mustache"
};
static const unsigned char templates_formatted_text_mustache[] = {
#embed "templates/formatted-text.mustache"
};
static const unsigned char templates_form_field_mustache[] = {
#embed "templates/form-field.mustache"
};
static const unsigned char templates_problem_mustache[] = {
#embed "templates/problem.mustache"
};
static const unsigned char templates_page_layout_mustache[] = {
#embed "templates/page-layout.mustache"
};
static const unsigned char fonts_inter_latin_woff2[] = {
#embed "fonts/inter-latin.woff2"
};
static const unsigned char fonts_inter_latin_ext_woff2[] = {
#embed "fonts/inter-latin-ext.woff2"
};
static const unsigned char icons_ui_svg[] = {
#embed "icons/ui.svg"
};
static const unsigned char scripts_stepper_js[] = {
#embed "scripts/stepper.js"
};
static const unsigned char templates_desk_shell_mustache[] = {
#embed "templates/desk-shell.mustache"
};
static const unsigned char templates_desk_palette_mustache[] = {
#embed "templates/desk-palette.mustache"
};
static const unsigned char templates_desk_areas_mustache[] = {
#embed "templates/desk-areas.mustache"
};
static const unsigned char templates_event_switcher_mustache[] = {
#embed "templates/event-switcher.mustache"
};
static const unsigned char templates_stepper_mustache[] = {
#embed "templates/stepper.mustache"
};
static const unsigned char templates_picture_mustache[] = {
#embed "templates/picture.mustache"
};
static const unsigned char templates_event_card_mustache[] = {
#embed "templates/event-card.mustache"
};
static const unsigned char templates_toast_mustache[] = {
#embed "templates/toast.mustache"
};

const struct casset casset_shared[] = {
    {"icons/mark.svg", icons_mark_svg, sizeof icons_mark_svg},
    {"scripts/markup.js", scripts_markup_js, sizeof scripts_markup_js},
    {"scripts/forms.js", scripts_forms_js, sizeof scripts_forms_js},
    {"styles/page.css", styles_page_css, sizeof styles_page_css},
    {"templates/chart.mustache", templates_chart_mustache, sizeof templates_chart_mustache},
    {"templates/flash.mustache", templates_flash_mustache, sizeof templates_flash_mustache},
    {"templates/csrf-fields.mustache", templates_csrf_fields_mustache, sizeof templates_csrf_fields_mustache},
    {"templates/error-summary.mustache", templates_error_summary_mustache, sizeof templates_error_summary_mustache},
    {"templates/formatted-line.mustache", templates_formatted_line_mustache, sizeof templates_formatted_line_mustache},
    {"templates/formatted-text.mustache", templates_formatted_text_mustache, sizeof templates_formatted_text_mustache},
    {"templates/form-field.mustache", templates_form_field_mustache, sizeof templates_form_field_mustache},
    {"templates/problem.mustache", templates_problem_mustache, sizeof templates_problem_mustache},
    {"templates/page-layout.mustache", templates_page_layout_mustache, sizeof templates_page_layout_mustache},
    {"fonts/inter-latin.woff2", fonts_inter_latin_woff2, sizeof fonts_inter_latin_woff2},
    {"fonts/inter-latin-ext.woff2", fonts_inter_latin_ext_woff2, sizeof fonts_inter_latin_ext_woff2},
    {"icons/ui.svg", icons_ui_svg, sizeof icons_ui_svg},
    {"scripts/stepper.js", scripts_stepper_js, sizeof scripts_stepper_js},
    {"templates/desk-shell.mustache", templates_desk_shell_mustache, sizeof templates_desk_shell_mustache},
    {"templates/desk-palette.mustache", templates_desk_palette_mustache, sizeof templates_desk_palette_mustache},
    {"templates/desk-areas.mustache", templates_desk_areas_mustache, sizeof templates_desk_areas_mustache},
    {"templates/event-switcher.mustache", templates_event_switcher_mustache, sizeof templates_event_switcher_mustache},
    {"templates/stepper.mustache", templates_stepper_mustache, sizeof templates_stepper_mustache},
    {"templates/picture.mustache", templates_picture_mustache, sizeof templates_picture_mustache},
    {"templates/event-card.mustache", templates_event_card_mustache, sizeof templates_event_card_mustache},
    {"templates/toast.mustache", templates_toast_mustache, sizeof templates_toast_mustache},
};
const size_t casset_shared_count = sizeof casset_shared / sizeof *casset_shared;
