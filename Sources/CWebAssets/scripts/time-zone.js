// Sets the time zone of a new event to the browser's time zone, as a default.
// Server side: WebDesk/Events/NewEventPage.swift
const form = document.querySelector("form[data-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (form && zone) form.elements[form.dataset.zone].value = zone;
