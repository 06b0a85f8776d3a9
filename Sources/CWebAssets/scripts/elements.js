// Creates elements of pages. All texts become text nodes, so no text from the server is interpreted as markup.
// Server side: Presentation/VerdictTone.swift has the colours of verdicts.

export const byID = (id) => document.getElementById(id);

const numbers = new Intl.NumberFormat(document.documentElement.lang);

/// A number as the page’s language writes it.
export const number = (value) => numbers.format(value);

/// An amount of money, written as the server writes it.
///
/// - Parameters:
///   - units: the amount in minor units, such as cents.
///   - decimals: the number of decimal places of the currency.
export function money({ units, currency, decimals }) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(document.documentElement.lang, { style: "currency", currency, ...digits }).format(
    units / 10 ** decimals,
  );
}

/// Fills in the arguments of a text. An argument is a name in braces.
export const filled = (text, values) =>
  text.replace(/\{(\w+)\}/g, (argument, key) => {
    if (!(key in values)) return argument;
    return typeof values[key] === "number" ? number(values[key]) : values[key];
  });

/// Creates an element with a class and contents, which are texts or elements. Empty and missing contents are left out.
export function element(name, className, ...contents) {
  const created = document.createElement(name);
  if (className) created.className = className;
  created.append(...contents.filter((content) => content !== null && content !== undefined && content !== ""));
  return created;
}

export function button(text, action, className = "plain") {
  const created = element("button", className, text);
  created.type = "button";
  created.addEventListener("click", action);
  return created;
}

const colours = { admit: "green", exit: "green", repeat: "blue", void: "blue", refuse: "red", undecided: "yellow" };

/// The colour of a verdict, such as "admit". An unknown verdict is yellow, like "undecided".
export const colour = (outcome) => colours[outcome] ?? "yellow";
