// Creates elements of pages. All texts become text nodes, so no text from the server is interpreted as markup.

export const byID = (id) => document.getElementById(id);

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

/// The colour of an outcome. An unknown outcome is yellow, like "undecided".
export const colour = (outcome) => colours[outcome] ?? "yellow";
