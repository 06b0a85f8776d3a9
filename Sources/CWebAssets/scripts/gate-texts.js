// The texts of the gate’s page, in the page’s language. The page contains the texts as JSON.
// Server side: WebGate/Pages/GatePageTexts.swift
import { button, byID } from "./elements.js";

const texts = JSON.parse(byID("gate").dataset.texts);
const language = document.documentElement.lang;
const plurals = new Intl.PluralRules(language);
const counts = new Intl.NumberFormat(language);

/// Fills in the arguments of a text. A text about a number of things has two forms, and the argument `count` selects
/// one.
export function text(name, values = {}) {
  const forms = texts[name];
  const form = forms.length > 1 && plurals.select(values.count) !== "one" ? forms[1] : forms[0];
  return form.replace(/\{(\w+)\}/g, (argument, key) => (key in values ? values[key] : argument));
}

export const number = (value) => counts.format(value);

export const time = (moment) => new Date(moment).toLocaleTimeString(language, { hourCycle: "h23" });

/// A button with a visible text. Its accessible name also contains the name of a person or a ticket's code.
export function namedButton(label, name, action) {
  const created = button(label, action);
  created.setAttribute("aria-label", text("nameOf", { action: label, name }));
  return created;
}

/// A button that undoes an admission.
export const undoButton = (name, action) => namedButton(text("undo"), name, action);
