// The texts of the gate’s page, in the page’s language. The page contains the texts as JSON.
// Server side: WebGate/Pages/GatePageTexts.swift
import { button, byID, filled } from "./elements.js";

const texts = JSON.parse(byID("gate").dataset.texts);
const language = document.documentElement.lang;
const plurals = new Intl.PluralRules(language);

/// Fills in the arguments of a text. A text about a number of things has several forms, such as `one` and `other`, and
/// the argument `count` selects the form.
export const text = (name, values = {}) =>
  filled(texts[name][plurals.select(values.count)] ?? texts[name].other, values);

export const time = (moment) => new Date(moment).toLocaleTimeString(language, { hourCycle: "h23" });

/// A button with a visible text. Its accessible name also contains the name of a person or a ticket's code.
export function namedButton(label, name, action) {
  const created = button(label, action);
  created.setAttribute("aria-label", text("nameOf", { action: label, name }));
  return created;
}

export const undoButton = (name, action) => namedButton(text("undo"), name, action);
