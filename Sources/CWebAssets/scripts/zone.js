// Where nothing says which zone an event is in, the browser's own is the likeliest.
const form = document.querySelector("form[data-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (form && zone) form.elements[form.dataset.zone].value = zone;
