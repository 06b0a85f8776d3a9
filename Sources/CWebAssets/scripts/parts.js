// Elements of pages. Texts are set as text nodes, so that nothing from the server is interpreted as markup.

export const part = (id) => document.getElementById(id);

/// Creates an element with a class and contents, which are texts or elements.
export function element(name, className, ...contents) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...contents.filter((content) => content !== null && content !== undefined && content !== ""));
  return made;
}

export function button(text, action, className = "plain") {
  const made = element("button", className, text);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

/// A button that undoes an admission.
export function takeBack(who, action) {
  const made = button("Undo", action);
  made.setAttribute("aria-label", `Undo: ${who}`);
  return made;
}

const colours = { admit: "green", exit: "green", repeat: "blue", void: "blue", refuse: "red", undecided: "yellow" };

/// The colour of an outcome; yellow, as for "undecided", for an unknown one.
export const colour = (outcome) => colours[outcome] ?? "yellow";
