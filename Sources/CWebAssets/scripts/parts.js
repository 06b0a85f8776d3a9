// Pieces of pages. Texts are set as texts: no markup comes out of what the server, or somebody at it, has written.

export const part = (id) => document.getElementById(id);

/// An element with a class and texts or elements in it.
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

/// What takes an admission back.
export function takeBack(who, action) {
  const made = button("Take back", action);
  made.setAttribute("aria-label", `Take back: ${who}`);
  return made;
}

const colours = { admit: "green", exit: "green", repeat: "blue", void: "blue", refuse: "red", undecided: "yellow" };

/// The colour of an outcome: what nobody knows is as unsure as what was not decided.
export const colour = (outcome) => colours[outcome] ?? "yellow";
