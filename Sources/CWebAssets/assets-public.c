#include "asset-lists.h"

// Assets for visitors, buyers and guests.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char scripts_share_js[] = {
#embed "scripts/share.js"
};
static const unsigned char scripts_push_js[] = {
#embed "scripts/push.js"
};
static const unsigned char scripts_push_worker_js[] = {
#embed "scripts/push-worker.js"
};
static const unsigned char scripts_ticket_js[] = {
#embed "scripts/ticket.js"
};
// The style sheets of public pages are one asset, so that a page loads at most two style sheets.
static const unsigned char styles_public_css[] = {
#embed "styles/public.css"
    ,
#embed "styles/tickets.css"
    ,
#embed "styles/beside.css"
};
static const unsigned char styles_home_css[] = {
#embed "styles/home.css"
};
static const unsigned char templates_public_events_mustache[] = {
#embed "templates/public-events.mustache"
};
static const unsigned char templates_public_event_mustache[] = {
#embed "templates/public-event.mustache"
};
static const unsigned char templates_ticket_types_mustache[] = {
#embed "templates/ticket-types.mustache"
};
static const unsigned char templates_reserve_bar_mustache[] = {
#embed "templates/reserve-bar.mustache"
};
static const unsigned char templates_invitation_mustache[] = {
#embed "templates/invitation.mustache"
};
static const unsigned char templates_invitation_answers_mustache[] = {
#embed "templates/invitation-answers.mustache"
};
static const unsigned char templates_confirmation_mustache[] = {
#embed "templates/confirmation.mustache"
};
static const unsigned char templates_order_mustache[] = {
#embed "templates/order.mustache"
};
static const unsigned char templates_home_mustache[] = {
#embed "templates/home.mustache"
};
static const unsigned char templates_ticket_mustache[] = {
#embed "templates/ticket.mustache"
};
static const unsigned char templates_report_event_mustache[] = {
#embed "templates/report-event.mustache"
};
static const unsigned char templates_find_mustache[] = {
#embed "templates/find.mustache"
};
static const unsigned char templates_find_code_mustache[] = {
#embed "templates/find-code.mustache"
};
static const unsigned char templates_find_tickets_mustache[] = {
#embed "templates/find-tickets.mustache"
};
static const unsigned char templates_preferences_mustache[] = {
#embed "templates/preferences.mustache"
};
static const unsigned char templates_preferences_unsubscribe_mustache[] = {
#embed "templates/preferences-unsubscribe.mustache"
};
static const unsigned char scripts_discover_js[] = {
#embed "scripts/discover.js"
};
static const unsigned char scripts_interests_js[] = {
#embed "scripts/interests.js"
};
static const unsigned char scripts_visits_js[] = {
#embed "scripts/visits.js"
};
static const unsigned char templates_event_visit_mustache[] = {
#embed "templates/event-visit.mustache"
};
static const unsigned char templates_for_you_mustache[] = {
#embed "templates/for-you.mustache"
};
static const unsigned char templates_interests_mustache[] = {
#embed "templates/interests.mustache"
};
static const unsigned char templates_link_preview_mustache[] = {
#embed "templates/link-preview.mustache"
};
static const unsigned char templates_organizer_mustache[] = {
#embed "templates/organizer.mustache"
};
static const unsigned char templates_similar_events_mustache[] = {
#embed "templates/similar-events.mustache"
};
static const unsigned char scripts_countdown_js[] = {
#embed "scripts/countdown.js"
};
static const unsigned char scripts_reserve_js[] = {
#embed "scripts/reserve.js"
};
static const unsigned char scripts_tickets_js[] = {
#embed "scripts/tickets.js"
};
static const unsigned char templates_large_symbol_mustache[] = {
#embed "templates/large-symbol.mustache"
};
static const unsigned char templates_order_summary_mustache[] = {
#embed "templates/order-summary.mustache"
};
static const unsigned char templates_event_logo_mustache[] = {
#embed "templates/event-logo.mustache"
};
static const unsigned char templates_map_links_mustache[] = {
#embed "templates/map-links.mustache"
};
static const unsigned char templates_follow_mustache[] = {
#embed "templates/follow.mustache"
};
static const unsigned char templates_organizer_card_mustache[] = {
#embed "templates/organizer-card.mustache"
};
static const unsigned char templates_chips_mustache[] = {
#embed "templates/chips.mustache"
};
static const unsigned char templates_countdown_mustache[] = {
#embed "templates/countdown.mustache"
};
static const unsigned char templates_invitation_head_mustache[] = {
#embed "templates/invitation-head.mustache"
};
static const unsigned char templates_invitation_guest_mustache[] = {
#embed "templates/invitation-guest.mustache"
};
static const unsigned char templates_ticket_card_mustache[] = {
#embed "templates/ticket-card.mustache"
};
static const unsigned char templates_embed_event_mustache[] = {
#embed "templates/embed-event.mustache"
};
static const unsigned char templates_embed_organizer_mustache[] = {
#embed "templates/embed-organizer.mustache"
};
static const unsigned char templates_embed_facts_mustache[] = {
#embed "templates/embed-facts.mustache"
};

const struct casset casset_public[] = {
    {"scripts/share.js", scripts_share_js, sizeof scripts_share_js},
    {"scripts/push.js", scripts_push_js, sizeof scripts_push_js},
    {"scripts/push-worker.js", scripts_push_worker_js, sizeof scripts_push_worker_js},
    {"scripts/ticket.js", scripts_ticket_js, sizeof scripts_ticket_js},
    {"styles/public.css", styles_public_css, sizeof styles_public_css},
    {"styles/home.css", styles_home_css, sizeof styles_home_css},
    {"templates/public-events.mustache", templates_public_events_mustache, sizeof templates_public_events_mustache},
    {"templates/public-event.mustache", templates_public_event_mustache, sizeof templates_public_event_mustache},
    {"templates/ticket-types.mustache", templates_ticket_types_mustache, sizeof templates_ticket_types_mustache},
    {"templates/reserve-bar.mustache", templates_reserve_bar_mustache, sizeof templates_reserve_bar_mustache},
    {"templates/invitation.mustache", templates_invitation_mustache, sizeof templates_invitation_mustache},
    {"templates/invitation-answers.mustache", templates_invitation_answers_mustache, sizeof templates_invitation_answers_mustache},
    {"templates/confirmation.mustache", templates_confirmation_mustache, sizeof templates_confirmation_mustache},
    {"templates/order.mustache", templates_order_mustache, sizeof templates_order_mustache},
    {"templates/home.mustache", templates_home_mustache, sizeof templates_home_mustache},
    {"templates/ticket.mustache", templates_ticket_mustache, sizeof templates_ticket_mustache},
    {"templates/report-event.mustache", templates_report_event_mustache, sizeof templates_report_event_mustache},
    {"templates/find.mustache", templates_find_mustache, sizeof templates_find_mustache},
    {"templates/find-code.mustache", templates_find_code_mustache, sizeof templates_find_code_mustache},
    {"templates/find-tickets.mustache", templates_find_tickets_mustache, sizeof templates_find_tickets_mustache},
    {"templates/preferences.mustache", templates_preferences_mustache, sizeof templates_preferences_mustache},
    {"templates/preferences-unsubscribe.mustache", templates_preferences_unsubscribe_mustache, sizeof templates_preferences_unsubscribe_mustache},
    {"scripts/discover.js", scripts_discover_js, sizeof scripts_discover_js},
    {"scripts/interests.js", scripts_interests_js, sizeof scripts_interests_js},
    {"scripts/visits.js", scripts_visits_js, sizeof scripts_visits_js},
    {"templates/event-visit.mustache", templates_event_visit_mustache, sizeof templates_event_visit_mustache},
    {"templates/for-you.mustache", templates_for_you_mustache, sizeof templates_for_you_mustache},
    {"templates/interests.mustache", templates_interests_mustache, sizeof templates_interests_mustache},
    {"templates/link-preview.mustache", templates_link_preview_mustache, sizeof templates_link_preview_mustache},
    {"templates/organizer.mustache", templates_organizer_mustache, sizeof templates_organizer_mustache},
    {"templates/similar-events.mustache", templates_similar_events_mustache, sizeof templates_similar_events_mustache},
    {"scripts/countdown.js", scripts_countdown_js, sizeof scripts_countdown_js},
    {"scripts/reserve.js", scripts_reserve_js, sizeof scripts_reserve_js},
    {"scripts/tickets.js", scripts_tickets_js, sizeof scripts_tickets_js},
    {"templates/large-symbol.mustache", templates_large_symbol_mustache, sizeof templates_large_symbol_mustache},
    {"templates/order-summary.mustache", templates_order_summary_mustache, sizeof templates_order_summary_mustache},
    {"templates/event-logo.mustache", templates_event_logo_mustache, sizeof templates_event_logo_mustache},
    {"templates/map-links.mustache", templates_map_links_mustache, sizeof templates_map_links_mustache},
    {"templates/follow.mustache", templates_follow_mustache, sizeof templates_follow_mustache},
    {"templates/organizer-card.mustache", templates_organizer_card_mustache, sizeof templates_organizer_card_mustache},
    {"templates/chips.mustache", templates_chips_mustache, sizeof templates_chips_mustache},
    {"templates/countdown.mustache", templates_countdown_mustache, sizeof templates_countdown_mustache},
    {"templates/invitation-head.mustache", templates_invitation_head_mustache, sizeof templates_invitation_head_mustache},
    {"templates/invitation-guest.mustache", templates_invitation_guest_mustache, sizeof templates_invitation_guest_mustache},
    {"templates/ticket-card.mustache", templates_ticket_card_mustache, sizeof templates_ticket_card_mustache},
    {"templates/embed-event.mustache", templates_embed_event_mustache, sizeof templates_embed_event_mustache},
    {"templates/embed-organizer.mustache", templates_embed_organizer_mustache, sizeof templates_embed_organizer_mustache},
    {"templates/embed-facts.mustache", templates_embed_facts_mustache, sizeof templates_embed_facts_mustache},
};
const size_t casset_public_count = sizeof casset_public / sizeof *casset_public;
