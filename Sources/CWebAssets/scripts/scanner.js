// USB scanners are keyboards that type what they read, wherever the focus is. Their keys are taken twice: by what they
// type in this computer's layout, and by their places, as a US keyboard has them; one of the two is what was scanned.

// Milliseconds between keys below which no person types; and between those of a slow scanner, once it is known for one.
const pace = 35;
const slowPace = 100;

// So many keys at that pace are a scanner also in a field, where a person could type: no ticket has fewer.
const few = 20;

// Characters of the shortest ticket. So many, and then silence, are a scanner that presses no key at the end.
const whole = 56;
const silence = 300;

// Milliseconds after which what was typed to nobody is forgotten.
const solitude = 3000;

const places = new Map(
  [
    ["Backquote", "`~"], ["Minus", "-_"], ["Equal", "=+"], ["BracketLeft", "[{"], ["BracketRight", "]}"],
    ["Semicolon", ";:"], ["Quote", "'\""], ["Backslash", "\\|"], ["Comma", ",<"], ["Period", ".>"], ["Slash", "/?"],
    ["Space", "  "],
  ]
    .concat([..."1234567890"].map((digit, index) => [`Digit${digit}`, digit + "!@#$%^&*()"[index]]))
    .concat([..."1234567890"].map((digit) => [`Numpad${digit}`, digit + digit]))
    .concat([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => [`Key${letter}`, letter.toLowerCase() + letter])),
);

// The key at the end. Where a key has no place, what it types says which it is.
const ends = ["Enter", "NumpadEnter", "Tab"];

// What takes characters.
const isField = (element) => element?.matches?.("textarea, input:not([type=radio], [type=checkbox])") ?? false;

/// Calls `take` with `{ text, also }` for what a scanner types.
export function listen(take) {
  let keys = [];
  let last = -Infinity;
  let timer;
  let before = null;

  const forget = () => {
    clearTimeout(timer);
    keys = [];
    before = null;
  };

  const finish = () => {
    const text = keys.map(({ key }) => ([...key].length === 1 ? key : "")).join("");
    const place = keys.map(({ code, shift }) => places.get(code)?.[shift ? 1 : 0] ?? "").join("");
    forget();
    take({ text: text || place, also: place && text && place !== text ? [place] : [] });
  };

  const rest = (isTyped) => {
    clearTimeout(timer);
    if (keys.length >= whole) timer = setTimeout(finish, silence);
    else if (!isTyped) timer = setTimeout(forget, solitude);
  };

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || event.repeat || ["Shift", "Control", "Alt", "AltGraph", "CapsLock"].includes(event.key)) return;
      // Control or Alt alone is for the browser; both together are AltGr.
      if (event.metaKey || event.ctrlKey !== event.altKey) return forget();
      const inField = isField(event.target);
      const isFast = event.timeStamp - last < (keys.length >= few ? slowPace : pace);
      last = event.timeStamp;
      if (inField && !isFast) forget();
      const isScanner = inField ? keys.length >= few : keys.length > 0;
      if (ends.includes(event.code) || ends.includes(event.key)) {
        if (!isScanner) return forget();
        event.preventDefault();
        event.stopPropagation();
        return finish();
      }
      if (!places.has(event.code) && [...event.key].length !== 1) return event.key === "Dead" ? undefined : forget();
      // A space on a button presses it; a scan never begins with one.
      if (!inField && keys.length === 0 && event.key === " ") return;
      if (inField && keys.length === 0) before = event.target.value;
      keys.push({ key: event.key, code: event.code, shift: event.shiftKey });
      if (inField && keys.length > few) event.preventDefault();
      if (inField && keys.length === few + 1 && before !== null) event.target.value = before;
      if (!inField) event.preventDefault();
      rest(inField && keys.length <= few);
    },
    true,
  );
}
