// Enters the browser's time zone into the form for a new event. The user can change the time zone.
// Server side: WebDesk/Events/NewEventPage.swift
const form = document.querySelector("form[data-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (form && zone) form.elements[form.dataset.zone].value = zone;
