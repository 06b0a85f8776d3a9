// Shows the note field of a sub-event only if its kind is “other”, because only this kind has a note. A field that
// contains a note stays visible.
// Server side: WebDesk/Events/SubEventPages.swift
const kind = document.getElementById("type");
const note = document.getElementById("note");

function show() {
  note.closest(".field").hidden = kind.value !== "other" && note.value === "";
}

if (kind && note) {
  kind.addEventListener("change", show);
  show();
}
