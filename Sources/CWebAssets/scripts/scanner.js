// USB scanners are keyboards that type the scanned text into the element that has the focus. Each key is recorded
// twice: as the character that it types in this computer's layout, and as the character at its position on a US
// keyboard. One of these two recordings is the scanned text.

// The maximum time between two keys of a scanner, in milliseconds. No person types that fast. `maxSlowInterval` is for
// scanners that become slower during a scan. It applies after `minFieldKeys` keys were recorded with intervals of at
// most `maxInterval`.
const maxInterval = 35;
const maxSlowInterval = 100;

// In a field, where a person may be typing, the page treats keys as a scan only after at least this number of fast
// keys. All tickets have more characters.
const minFieldKeys = 20;

// The number of characters of the shortest ticket. After this number of keys, a pause of `finalPause` milliseconds ends
// the scan, because some scanners send no final key.
const shortestTicket = 56;
const finalPause = 300;

// If no key comes for this many milliseconds, the keys that were recorded outside a text field are dropped.
const keyTimeout = 3000;

const keyCharacters = new Map(
  [
    ["Backquote", "`~"], ["Minus", "-_"], ["Equal", "=+"], ["BracketLeft", "[{"], ["BracketRight", "]}"],
    ["Semicolon", ";:"], ["Quote", "'\""], ["Backslash", "\\|"], ["Comma", ",<"], ["Period", ".>"], ["Slash", "/?"],
    ["Space", "  "],
  ]
    .concat([..."1234567890"].map((digit, index) => [`Digit${digit}`, digit + "!@#$%^&*()"[index]]))
    .concat([..."1234567890"].map((digit) => [`Numpad${digit}`, digit + digit]))
    .concat([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => [`Key${letter}`, letter.toLowerCase() + letter])),
);

// Keys that end a scan, by the `code` or the `key` of the keyboard event.
const finalKeys = ["Enter", "NumpadEnter", "Tab"];

const isField = (element) => element?.matches?.("textarea, input:not([type=radio], [type=checkbox])") ?? false;

/// Calls `onScan` with `{ text, also }` for each scan. `also` is an array: it contains the second recording of the keys
/// if that recording differs from `text`, and is empty otherwise.
export function listen(onScan) {
  let keys = [];
  let lastKeyTime = -Infinity;
  let timer;
  let valueBefore = null;

  const reset = () => {
    clearTimeout(timer);
    keys = [];
    valueBefore = null;
  };

  const finish = () => {
    const text = keys.map(({ key }) => ([...key].length === 1 ? key : "")).join("");
    const byPosition = keys.map(({ code, shift }) => keyCharacters.get(code)?.[shift ? 1 : 0] ?? "").join("");
    reset();
    onScan({ text: text || byPosition, also: byPosition && text && byPosition !== text ? [byPosition] : [] });
  };

  const restartTimer = (isTyped) => {
    clearTimeout(timer);
    if (keys.length >= shortestTicket) timer = setTimeout(finish, finalPause);
    else if (!isTyped) timer = setTimeout(reset, keyTimeout);
  };

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || event.repeat || ["Shift", "Control", "Alt", "AltGraph", "CapsLock"].includes(event.key)) return;
      // Control or Alt alone is a browser shortcut; both together are AltGr.
      if (event.metaKey || event.ctrlKey !== event.altKey) return reset();
      const inField = isField(event.target);
      const isFast = event.timeStamp - lastKeyTime < (keys.length >= minFieldKeys ? maxSlowInterval : maxInterval);
      lastKeyTime = event.timeStamp;
      if (inField && !isFast) reset();
      const isScanner = inField ? keys.length >= minFieldKeys : keys.length > 0;
      if (finalKeys.includes(event.code) || finalKeys.includes(event.key)) {
        if (!isScanner) return reset();
        event.preventDefault();
        event.stopPropagation();
        return finish();
      }
      if (!keyCharacters.has(event.code) && [...event.key].length !== 1) {
        return event.key === "Dead" ? undefined : reset();
      }
      // A space outside a scan is not recorded, and the browser handles it, because the space key presses the focused
      // button. A scan never starts with a space.
      if (!inField && keys.length === 0 && event.key === " ") return;
      if (inField && keys.length === 0) valueBefore = event.target.value;
      keys.push({ key: event.key, code: event.code, shift: event.shiftKey });
      if (inField && keys.length > minFieldKeys) event.preventDefault();
      if (inField && keys.length === minFieldKeys + 1 && valueBefore !== null) event.target.value = valueBefore;
      if (!inField) event.preventDefault();
      restartTimer(inField && keys.length <= minFieldKeys);
    },
    true,
  );
}
