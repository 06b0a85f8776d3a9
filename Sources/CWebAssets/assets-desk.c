#include "asset-lists.h"

// Assets for the organizer desk and for accounts.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char scripts_sign_in_link_js[] = {
#embed "scripts/sign-in-link.js"
};
static const unsigned char scripts_account_link_js[] = {
#embed "scripts/account-link.js"
};
static const unsigned char scripts_dashboard_figures_js[] = {
#embed "scripts/dashboard-figures.js"
};
static const unsigned char scripts_print_progress_js[] = {
#embed "scripts/print-progress.js"
};
static const unsigned char scripts_message_preview_js[] = {
#embed "scripts/message-preview.js"
};
static const unsigned char scripts_sub_event_note_js[] = {
#embed "scripts/sub-event-note.js"
};
static const unsigned char scripts_upload_js[] = {
#embed "scripts/upload.js"
};
static const unsigned char scripts_time_zone_js[] = {
#embed "scripts/time-zone.js"
};
// The style sheets of the desk are one asset, so that a page loads at most two style sheets.
static const unsigned char styles_desk_css[] = {
#embed "styles/desk.css"
    ,
#embed "styles/palette.css"
    ,
#embed "styles/seating.css"
};
static const unsigned char scripts_palette_js[] = {
#embed "scripts/palette.js"
};
static const unsigned char templates_desk_choice_mustache[] = {
#embed "templates/desk-choice.mustache"
};
static const unsigned char templates_desk_search_mustache[] = {
#embed "templates/desk-search.mustache"
};
static const unsigned char scripts_seating_js[] = {
#embed "scripts/seating.js"
};
static const unsigned char templates_desk_seating_mustache[] = {
#embed "templates/desk-seating.mustache"
};
static const unsigned char templates_seating_guest_mustache[] = {
#embed "templates/seating-guest.mustache"
};
static const unsigned char templates_desk_households_mustache[] = {
#embed "templates/desk-households.mustache"
};
static const unsigned char templates_account_mustache[] = {
#embed "templates/account.mustache"
};
static const unsigned char templates_account_link_mustache[] = {
#embed "templates/account-link.mustache"
};
static const unsigned char templates_new_password_mustache[] = {
#embed "templates/new-password.mustache"
};
static const unsigned char templates_forgot_mustache[] = {
#embed "templates/forgot.mustache"
};
static const unsigned char templates_reset_mustache[] = {
#embed "templates/reset.mustache"
};
static const unsigned char templates_join_mustache[] = {
#embed "templates/join.mustache"
};
static const unsigned char templates_interrupted_form_mustache[] = {
#embed "templates/interrupted-form.mustache"
};
static const unsigned char templates_desk_print_batch_mustache[] = {
#embed "templates/desk-print-batch.mustache"
};
static const unsigned char templates_desk_audit_mustache[] = {
#embed "templates/desk-audit.mustache"
};
static const unsigned char templates_audit_changes_mustache[] = {
#embed "templates/audit-changes.mustache"
};
static const unsigned char templates_check_in_tabs_mustache[] = {
#embed "templates/check-in-tabs.mustache"
};
static const unsigned char templates_desk_check_in_mustache[] = {
#embed "templates/desk-check-in.mustache"
};
static const unsigned char templates_desk_confirm_recipients_mustache[] = {
#embed "templates/desk-confirm-recipients.mustache"
};
static const unsigned char templates_desk_duplicate_event_mustache[] = {
#embed "templates/desk-duplicate-event.mustache"
};
static const unsigned char templates_desk_edit_event_mustache[] = {
#embed "templates/desk-edit-event.mustache"
};
static const unsigned char templates_desk_end_event_mustache[] = {
#embed "templates/desk-end-event.mustache"
};
static const unsigned char templates_desk_event_mustache[] = {
#embed "templates/desk-event.mustache"
};
static const unsigned char templates_desk_events_mustache[] = {
#embed "templates/desk-events.mustache"
};
static const unsigned char templates_dashboard_figures_mustache[] = {
#embed "templates/dashboard-figures.mustache"
};
static const unsigned char templates_desk_sub_event_mustache[] = {
#embed "templates/desk-sub-event.mustache"
};
static const unsigned char templates_desk_sub_events_mustache[] = {
#embed "templates/desk-sub-events.mustache"
};
static const unsigned char templates_desk_guest_mustache[] = {
#embed "templates/desk-guest.mustache"
};
static const unsigned char templates_desk_guests_mustache[] = {
#embed "templates/desk-guests.mustache"
};
static const unsigned char templates_guest_answer_mustache[] = {
#embed "templates/guest-answer.mustache"
};
static const unsigned char templates_desk_headcount_numbers_mustache[] = {
#embed "templates/desk-headcount-numbers.mustache"
};
static const unsigned char templates_desk_headcount_mustache[] = {
#embed "templates/desk-headcount.mustache"
};
static const unsigned char templates_desk_headcount_version_mustache[] = {
#embed "templates/desk-headcount-version.mustache"
};
static const unsigned char templates_ticket_handover_mustache[] = {
#embed "templates/ticket-handover.mustache"
};
static const unsigned char templates_desk_assets_mustache[] = {
#embed "templates/desk-assets.mustache"
};
static const unsigned char templates_desk_history_mustache[] = {
#embed "templates/desk-history.mustache"
};
static const unsigned char templates_desk_calendar_mustache[] = {
#embed "templates/desk-calendar.mustache"
};
static const unsigned char templates_calendar_month_mustache[] = {
#embed "templates/calendar-month.mustache"
};
static const unsigned char templates_desk_event_batch_mustache[] = {
#embed "templates/desk-event-batch.mustache"
};
static const unsigned char templates_event_list_mustache[] = {
#embed "templates/event-list.mustache"
};
static const unsigned char templates_desk_import_upload_mustache[] = {
#embed "templates/desk-import-upload.mustache"
};
static const unsigned char templates_import_report_mustache[] = {
#embed "templates/import-report.mustache"
};
static const unsigned char templates_desk_import_mustache[] = {
#embed "templates/desk-import.mustache"
};
static const unsigned char templates_desk_members_mustache[] = {
#embed "templates/desk-members.mustache"
};
static const unsigned char templates_desk_new_event_mustache[] = {
#embed "templates/desk-new-event.mustache"
};
static const unsigned char templates_desk_notice_centre_mustache[] = {
#embed "templates/desk-notice-centre.mustache"
};
static const unsigned char templates_desk_outbox_mustache[] = {
#embed "templates/desk-outbox.mustache"
};
static const unsigned char templates_desk_message_sender_mustache[] = {
#embed "templates/desk-message-sender.mustache"
};
static const unsigned char templates_desk_message_settings_mustache[] = {
#embed "templates/desk-message-settings.mustache"
};
static const unsigned char templates_desk_message_templates_mustache[] = {
#embed "templates/desk-message-templates.mustache"
};
static const unsigned char templates_desk_message_template_mustache[] = {
#embed "templates/desk-message-template.mustache"
};
static const unsigned char templates_desk_reminders_mustache[] = {
#embed "templates/desk-reminders.mustache"
};
static const unsigned char templates_desk_write_confirm_mustache[] = {
#embed "templates/desk-write-confirm.mustache"
};
static const unsigned char templates_desk_write_message_mustache[] = {
#embed "templates/desk-write-message.mustache"
};
static const unsigned char templates_desk_order_mustache[] = {
#embed "templates/desk-order.mustache"
};
static const unsigned char templates_desk_orders_mustache[] = {
#embed "templates/desk-orders.mustache"
};
static const unsigned char templates_desk_organizer_mustache[] = {
#embed "templates/desk-organizer.mustache"
};
static const unsigned char templates_desk_shift_events_mustache[] = {
#embed "templates/desk-shift-events.mustache"
};
static const unsigned char templates_ticket_form_fields_mustache[] = {
#embed "templates/ticket-form-fields.mustache"
};
static const unsigned char templates_desk_ticket_mustache[] = {
#embed "templates/desk-ticket.mustache"
};
static const unsigned char templates_desk_tickets_mustache[] = {
#embed "templates/desk-tickets.mustache"
};
static const unsigned char templates_desk_api_tokens_mustache[] = {
#embed "templates/desk-api-tokens.mustache"
};
static const unsigned char templates_event_nav_mustache[] = {
#embed "templates/event-nav.mustache"
};
static const unsigned char templates_desk_ticket_type_mustache[] = {
#embed "templates/desk-ticket-type.mustache"
};
static const unsigned char templates_desk_ticket_types_mustache[] = {
#embed "templates/desk-ticket-types.mustache"
};
static const unsigned char templates_desk_verification_mustache[] = {
#embed "templates/desk-verification.mustache"
};
static const unsigned char templates_desk_abuse_reports_mustache[] = {
#embed "templates/desk-abuse-reports.mustache"
};
static const unsigned char templates_desk_identity_reviews_mustache[] = {
#embed "templates/desk-identity-reviews.mustache"
};
static const unsigned char templates_waiting_notices_mustache[] = {
#embed "templates/waiting-notices.mustache"
};
static const unsigned char templates_desk_webhook_mustache[] = {
#embed "templates/desk-webhook.mustache"
};
static const unsigned char templates_desk_webhooks_mustache[] = {
#embed "templates/desk-webhooks.mustache"
};
static const unsigned char templates_desk_home_mustache[] = {
#embed "templates/desk-home.mustache"
};
static const unsigned char templates_desk_phones_mustache[] = {
#embed "templates/desk-phones.mustache"
};
static const unsigned char templates_sign_in_link_mustache[] = {
#embed "templates/sign-in-link.mustache"
};
static const unsigned char templates_desk_print_batches_mustache[] = {
#embed "templates/desk-print-batches.mustache"
};
static const unsigned char templates_sign_in_mustache[] = {
#embed "templates/sign-in.mustache"
};
static const unsigned char templates_list_toolbar_mustache[] = {
#embed "templates/list-toolbar.mustache"
};
static const unsigned char templates_list_columns_mustache[] = {
#embed "templates/list-columns.mustache"
};
static const unsigned char templates_list_table_mustache[] = {
#embed "templates/list-table.mustache"
};
static const unsigned char templates_list_pager_mustache[] = {
#embed "templates/list-pager.mustache"
};
static const unsigned char templates_empty_state_mustache[] = {
#embed "templates/empty-state.mustache"
};
static const unsigned char templates_bulk_bar_mustache[] = {
#embed "templates/bulk-bar.mustache"
};
static const unsigned char templates_design_mustache[] = {
#embed "templates/design.mustache"
};
static const unsigned char templates_design_lists_mustache[] = {
#embed "templates/design-lists.mustache"
};
static const unsigned char templates_design_public_mustache[] = {
#embed "templates/design-public.mustache"
};
static const unsigned char templates_design_gate_mustache[] = {
#embed "templates/design-gate.mustache"
};
static const unsigned char templates_pending_change_mustache[] = {
#embed "templates/pending-change.mustache"
};
static const unsigned char scripts_pending_js[] = {
#embed "scripts/pending.js"
};
static const unsigned char scripts_lists_js[] = {
#embed "scripts/lists.js"
};
static const unsigned char templates_desk_bulk_mustache[] = {
#embed "templates/desk-bulk.mustache"
};
static const unsigned char scripts_charts_js[] = {
#embed "scripts/charts.js"
};
static const unsigned char scripts_tabs_js[] = {
#embed "scripts/tabs.js"
};
static const unsigned char scripts_guard_js[] = {
#embed "scripts/guard.js"
};
static const unsigned char templates_box_office_mustache[] = {
#embed "templates/box-office.mustache"
};
static const unsigned char scripts_box_office_js[] = {
#embed "scripts/box-office.js"
};
static const unsigned char templates_desk_pictures_mustache[] = {
#embed "templates/desk-pictures.mustache"
};
static const unsigned char scripts_picture_upload_js[] = {
#embed "scripts/picture-upload.js"
};

static const unsigned char templates_picture_form_mustache[] = {
#embed "templates/picture-form.mustache"
};
static const unsigned char templates_desk_organizer_picture_mustache[] = {
#embed "templates/desk-organizer-picture.mustache"
};
static const unsigned char templates_home_event_mustache[] = {
#embed "templates/home-event.mustache"
};
static const unsigned char templates_home_totals_mustache[] = {
#embed "templates/home-totals.mustache"
};
static const unsigned char templates_new_organizer_mustache[] = {
#embed "templates/new-organizer.mustache"
};
static const unsigned char templates_report_table_mustache[] = {
#embed "templates/report-table.mustache"
};
static const unsigned char templates_desk_reports_mustache[] = {
#embed "templates/desk-reports.mustache"
};
static const unsigned char templates_desk_money_mustache[] = {
#embed "templates/desk-money.mustache"
};
static const unsigned char templates_desk_settings_mustache[] = {
#embed "templates/desk-settings.mustache"
};
static const unsigned char templates_organizer_links_mustache[] = {
#embed "templates/organizer-links.mustache"
};
static const unsigned char templates_seat_table_mustache[] = {
#embed "templates/seat-table.mustache"
};
static const unsigned char templates_household_table_mustache[] = {
#embed "templates/household-table.mustache"
};
static const unsigned char templates_guest_table_mustache[] = {
#embed "templates/guest-table.mustache"
};
static const unsigned char templates_skeleton_mustache[] = {
#embed "templates/skeleton.mustache"
};
static const unsigned char templates_sale_type_mustache[] = {
#embed "templates/sale-type.mustache"
};
static const unsigned char templates_sale_bar_mustache[] = {
#embed "templates/sale-bar.mustache"
};

const struct casset casset_desk[] = {
    {"templates/picture-form.mustache", templates_picture_form_mustache, sizeof templates_picture_form_mustache},
    {"templates/desk-organizer-picture.mustache", templates_desk_organizer_picture_mustache, sizeof templates_desk_organizer_picture_mustache},
    {"templates/desk-pictures.mustache", templates_desk_pictures_mustache, sizeof templates_desk_pictures_mustache},
    {"scripts/picture-upload.js", scripts_picture_upload_js, sizeof scripts_picture_upload_js},
    {"scripts/sign-in-link.js", scripts_sign_in_link_js, sizeof scripts_sign_in_link_js},
    {"scripts/account-link.js", scripts_account_link_js, sizeof scripts_account_link_js},
    {"scripts/dashboard-figures.js", scripts_dashboard_figures_js, sizeof scripts_dashboard_figures_js},
    {"scripts/print-progress.js", scripts_print_progress_js, sizeof scripts_print_progress_js},
    {"scripts/message-preview.js", scripts_message_preview_js, sizeof scripts_message_preview_js},
    {"scripts/sub-event-note.js", scripts_sub_event_note_js, sizeof scripts_sub_event_note_js},
    {"scripts/upload.js", scripts_upload_js, sizeof scripts_upload_js},
    {"scripts/time-zone.js", scripts_time_zone_js, sizeof scripts_time_zone_js},
    {"styles/desk.css", styles_desk_css, sizeof styles_desk_css},
    {"scripts/palette.js", scripts_palette_js, sizeof scripts_palette_js},
    {"templates/desk-choice.mustache", templates_desk_choice_mustache, sizeof templates_desk_choice_mustache},
    {"templates/desk-search.mustache", templates_desk_search_mustache, sizeof templates_desk_search_mustache},
    {"scripts/seating.js", scripts_seating_js, sizeof scripts_seating_js},
    {"templates/desk-seating.mustache", templates_desk_seating_mustache, sizeof templates_desk_seating_mustache},
    {"templates/seating-guest.mustache", templates_seating_guest_mustache, sizeof templates_seating_guest_mustache},
    {"templates/desk-households.mustache", templates_desk_households_mustache, sizeof templates_desk_households_mustache},
    {"templates/account.mustache", templates_account_mustache, sizeof templates_account_mustache},
    {"templates/account-link.mustache", templates_account_link_mustache, sizeof templates_account_link_mustache},
    {"templates/new-password.mustache", templates_new_password_mustache, sizeof templates_new_password_mustache},
    {"templates/forgot.mustache", templates_forgot_mustache, sizeof templates_forgot_mustache},
    {"templates/reset.mustache", templates_reset_mustache, sizeof templates_reset_mustache},
    {"templates/join.mustache", templates_join_mustache, sizeof templates_join_mustache},
    {"templates/interrupted-form.mustache", templates_interrupted_form_mustache, sizeof templates_interrupted_form_mustache},
    {"templates/desk-print-batch.mustache", templates_desk_print_batch_mustache, sizeof templates_desk_print_batch_mustache},
    {"templates/desk-audit.mustache", templates_desk_audit_mustache, sizeof templates_desk_audit_mustache},
    {"templates/audit-changes.mustache", templates_audit_changes_mustache, sizeof templates_audit_changes_mustache},
    {"templates/check-in-tabs.mustache", templates_check_in_tabs_mustache, sizeof templates_check_in_tabs_mustache},
    {"templates/desk-check-in.mustache", templates_desk_check_in_mustache, sizeof templates_desk_check_in_mustache},
    {"templates/desk-confirm-recipients.mustache", templates_desk_confirm_recipients_mustache, sizeof templates_desk_confirm_recipients_mustache},
    {"templates/desk-duplicate-event.mustache", templates_desk_duplicate_event_mustache, sizeof templates_desk_duplicate_event_mustache},
    {"templates/desk-edit-event.mustache", templates_desk_edit_event_mustache, sizeof templates_desk_edit_event_mustache},
    {"templates/desk-end-event.mustache", templates_desk_end_event_mustache, sizeof templates_desk_end_event_mustache},
    {"templates/desk-event.mustache", templates_desk_event_mustache, sizeof templates_desk_event_mustache},
    {"templates/desk-events.mustache", templates_desk_events_mustache, sizeof templates_desk_events_mustache},
    {"templates/dashboard-figures.mustache", templates_dashboard_figures_mustache, sizeof templates_dashboard_figures_mustache},
    {"templates/desk-sub-event.mustache", templates_desk_sub_event_mustache, sizeof templates_desk_sub_event_mustache},
    {"templates/desk-sub-events.mustache", templates_desk_sub_events_mustache, sizeof templates_desk_sub_events_mustache},
    {"templates/desk-guest.mustache", templates_desk_guest_mustache, sizeof templates_desk_guest_mustache},
    {"templates/desk-guests.mustache", templates_desk_guests_mustache, sizeof templates_desk_guests_mustache},
    {"templates/guest-answer.mustache", templates_guest_answer_mustache, sizeof templates_guest_answer_mustache},
    {"templates/desk-headcount-numbers.mustache", templates_desk_headcount_numbers_mustache, sizeof templates_desk_headcount_numbers_mustache},
    {"templates/desk-headcount.mustache", templates_desk_headcount_mustache, sizeof templates_desk_headcount_mustache},
    {"templates/desk-headcount-version.mustache", templates_desk_headcount_version_mustache, sizeof templates_desk_headcount_version_mustache},
    {"templates/ticket-handover.mustache", templates_ticket_handover_mustache, sizeof templates_ticket_handover_mustache},
    {"templates/desk-assets.mustache", templates_desk_assets_mustache, sizeof templates_desk_assets_mustache},
    {"templates/desk-history.mustache", templates_desk_history_mustache, sizeof templates_desk_history_mustache},
    {"templates/desk-calendar.mustache", templates_desk_calendar_mustache, sizeof templates_desk_calendar_mustache},
    {"templates/calendar-month.mustache", templates_calendar_month_mustache, sizeof templates_calendar_month_mustache},
    {"templates/desk-event-batch.mustache", templates_desk_event_batch_mustache, sizeof templates_desk_event_batch_mustache},
    {"templates/event-list.mustache", templates_event_list_mustache, sizeof templates_event_list_mustache},
    {"templates/desk-import-upload.mustache", templates_desk_import_upload_mustache, sizeof templates_desk_import_upload_mustache},
    {"templates/import-report.mustache", templates_import_report_mustache, sizeof templates_import_report_mustache},
    {"templates/desk-import.mustache", templates_desk_import_mustache, sizeof templates_desk_import_mustache},
    {"templates/desk-members.mustache", templates_desk_members_mustache, sizeof templates_desk_members_mustache},
    {"templates/desk-new-event.mustache", templates_desk_new_event_mustache, sizeof templates_desk_new_event_mustache},
    {"templates/desk-notice-centre.mustache", templates_desk_notice_centre_mustache, sizeof templates_desk_notice_centre_mustache},
    {"templates/desk-outbox.mustache", templates_desk_outbox_mustache, sizeof templates_desk_outbox_mustache},
    {"templates/desk-message-sender.mustache", templates_desk_message_sender_mustache, sizeof templates_desk_message_sender_mustache},
    {"templates/desk-message-settings.mustache", templates_desk_message_settings_mustache, sizeof templates_desk_message_settings_mustache},
    {"templates/desk-message-templates.mustache", templates_desk_message_templates_mustache, sizeof templates_desk_message_templates_mustache},
    {"templates/desk-message-template.mustache", templates_desk_message_template_mustache, sizeof templates_desk_message_template_mustache},
    {"templates/desk-reminders.mustache", templates_desk_reminders_mustache, sizeof templates_desk_reminders_mustache},
    {"templates/desk-write-confirm.mustache", templates_desk_write_confirm_mustache, sizeof templates_desk_write_confirm_mustache},
    {"templates/desk-write-message.mustache", templates_desk_write_message_mustache, sizeof templates_desk_write_message_mustache},
    {"templates/desk-order.mustache", templates_desk_order_mustache, sizeof templates_desk_order_mustache},
    {"templates/desk-orders.mustache", templates_desk_orders_mustache, sizeof templates_desk_orders_mustache},
    {"templates/desk-organizer.mustache", templates_desk_organizer_mustache, sizeof templates_desk_organizer_mustache},
    {"templates/desk-shift-events.mustache", templates_desk_shift_events_mustache, sizeof templates_desk_shift_events_mustache},
    {"templates/ticket-form-fields.mustache", templates_ticket_form_fields_mustache, sizeof templates_ticket_form_fields_mustache},
    {"templates/desk-ticket.mustache", templates_desk_ticket_mustache, sizeof templates_desk_ticket_mustache},
    {"templates/desk-tickets.mustache", templates_desk_tickets_mustache, sizeof templates_desk_tickets_mustache},
    {"templates/desk-api-tokens.mustache", templates_desk_api_tokens_mustache, sizeof templates_desk_api_tokens_mustache},
    {"templates/event-nav.mustache", templates_event_nav_mustache, sizeof templates_event_nav_mustache},
    {"templates/desk-ticket-type.mustache", templates_desk_ticket_type_mustache, sizeof templates_desk_ticket_type_mustache},
    {"templates/desk-ticket-types.mustache", templates_desk_ticket_types_mustache, sizeof templates_desk_ticket_types_mustache},
    {"templates/desk-verification.mustache", templates_desk_verification_mustache, sizeof templates_desk_verification_mustache},
    {"templates/desk-abuse-reports.mustache", templates_desk_abuse_reports_mustache, sizeof templates_desk_abuse_reports_mustache},
    {"templates/desk-identity-reviews.mustache", templates_desk_identity_reviews_mustache, sizeof templates_desk_identity_reviews_mustache},
    {"templates/waiting-notices.mustache", templates_waiting_notices_mustache, sizeof templates_waiting_notices_mustache},
    {"templates/desk-webhook.mustache", templates_desk_webhook_mustache, sizeof templates_desk_webhook_mustache},
    {"templates/desk-webhooks.mustache", templates_desk_webhooks_mustache, sizeof templates_desk_webhooks_mustache},
    {"templates/desk-home.mustache", templates_desk_home_mustache, sizeof templates_desk_home_mustache},
    {"templates/desk-phones.mustache", templates_desk_phones_mustache, sizeof templates_desk_phones_mustache},
    {"templates/sign-in-link.mustache", templates_sign_in_link_mustache, sizeof templates_sign_in_link_mustache},
    {"templates/desk-print-batches.mustache", templates_desk_print_batches_mustache, sizeof templates_desk_print_batches_mustache},
    {"templates/sign-in.mustache", templates_sign_in_mustache, sizeof templates_sign_in_mustache},
    {"templates/list-toolbar.mustache", templates_list_toolbar_mustache, sizeof templates_list_toolbar_mustache},
    {"templates/list-columns.mustache", templates_list_columns_mustache, sizeof templates_list_columns_mustache},
    {"templates/list-table.mustache", templates_list_table_mustache, sizeof templates_list_table_mustache},
    {"templates/list-pager.mustache", templates_list_pager_mustache, sizeof templates_list_pager_mustache},
    {"templates/empty-state.mustache", templates_empty_state_mustache, sizeof templates_empty_state_mustache},
    {"templates/bulk-bar.mustache", templates_bulk_bar_mustache, sizeof templates_bulk_bar_mustache},
    {"templates/design.mustache", templates_design_mustache, sizeof templates_design_mustache},
    {"templates/design-lists.mustache", templates_design_lists_mustache, sizeof templates_design_lists_mustache},
    {"templates/design-public.mustache", templates_design_public_mustache, sizeof templates_design_public_mustache},
    {"templates/design-gate.mustache", templates_design_gate_mustache, sizeof templates_design_gate_mustache},
    {"templates/pending-change.mustache", templates_pending_change_mustache, sizeof templates_pending_change_mustache},
    {"scripts/pending.js", scripts_pending_js, sizeof scripts_pending_js},
    {"scripts/lists.js", scripts_lists_js, sizeof scripts_lists_js},
    {"templates/desk-bulk.mustache", templates_desk_bulk_mustache, sizeof templates_desk_bulk_mustache},
    {"scripts/charts.js", scripts_charts_js, sizeof scripts_charts_js},
    {"scripts/tabs.js", scripts_tabs_js, sizeof scripts_tabs_js},
    {"scripts/guard.js", scripts_guard_js, sizeof scripts_guard_js},
    {"templates/box-office.mustache", templates_box_office_mustache, sizeof templates_box_office_mustache},
    {"scripts/box-office.js", scripts_box_office_js, sizeof scripts_box_office_js},
    {"templates/home-event.mustache", templates_home_event_mustache, sizeof templates_home_event_mustache},
    {"templates/home-totals.mustache", templates_home_totals_mustache, sizeof templates_home_totals_mustache},
    {"templates/new-organizer.mustache", templates_new_organizer_mustache, sizeof templates_new_organizer_mustache},
    {"templates/report-table.mustache", templates_report_table_mustache, sizeof templates_report_table_mustache},
    {"templates/desk-reports.mustache", templates_desk_reports_mustache, sizeof templates_desk_reports_mustache},
    {"templates/desk-money.mustache", templates_desk_money_mustache, sizeof templates_desk_money_mustache},
    {"templates/desk-settings.mustache", templates_desk_settings_mustache, sizeof templates_desk_settings_mustache},
    {"templates/organizer-links.mustache", templates_organizer_links_mustache, sizeof templates_organizer_links_mustache},
    {"templates/seat-table.mustache", templates_seat_table_mustache, sizeof templates_seat_table_mustache},
    {"templates/household-table.mustache", templates_household_table_mustache, sizeof templates_household_table_mustache},
    {"templates/guest-table.mustache", templates_guest_table_mustache, sizeof templates_guest_table_mustache},
    {"templates/skeleton.mustache", templates_skeleton_mustache, sizeof templates_skeleton_mustache},
    {"templates/sale-type.mustache", templates_sale_type_mustache, sizeof templates_sale_type_mustache},
    {"templates/sale-bar.mustache", templates_sale_bar_mustache, sizeof templates_sale_bar_mustache},
};
const size_t casset_desk_count = sizeof casset_desk / sizeof *casset_desk;
