// USB scanners are keyboards that type the scanned text, wherever the focus is. Each key is recorded twice: as typed in
// this computer's layout, and by its position on a US keyboard. One of the two is the scanned text.

// Maximum milliseconds between keys of a scanner, which no person reaches; and of a slow one, once it is recognized.
const pace = 35;
const slowPace = 100;

// In a field, where a person may type, this many fast keys are a scanner. No ticket is shorter.
const few = 20;

// Length of the shortest ticket. That many keys and then a pause are a scanner that presses no final key.
const whole = 56;
const silence = 300;

// Milliseconds after which keys outside a field are dropped.
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

// Keys that end a scan, by position or by the character they type.
const ends = ["Enter", "NumpadEnter", "Tab"];

// Elements that accept text.
const isField = (element) => element?.matches?.("textarea, input:not([type=radio], [type=checkbox])") ?? false;

/// Calls `take` with `{ text, also }` for each scan; `also` has the other possible reading.
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
      // Control or Alt alone is a browser shortcut; both together are AltGr.
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
      // A space may press the focused button; a scan never starts with one.
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
