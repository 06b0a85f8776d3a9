// The gate's page: reads the camera, the scanner and the keyboard, and shows verdicts.
// Server side: WebGate/Pages/GatePage.swift and WebGate/Requests/GateRequestHandler.swift
import { Camera } from "./camera.js";
import { follow } from "./gate-figures.js";
import { Frames } from "./frames.js";
import { byID, colour, element } from "./elements.js";
import { text, time, undoButton } from "./gate-texts.js";
import { Queue } from "./queue.js";
import { listen } from "./scanner.js";
import { search } from "./search.js";
import { signal } from "./sound.js";
import { VerdictScreen } from "./verdict.js";

const { base, gate, subEvent } = byID("gate").dataset;
const check = byID("check");

const direction = () => check.elements.direction.value;
const count = () => Math.max(1, Number(check.elements.count.value) || 1);
const gateID = { gate, sub_event: subEvent ? Number(subEvent) : null };
// The number of people that staff have set applies to one scan only.
function consumeCount() {
  const people = count();
  check.elements.count.value = 1;
  return people;
}
const requestFields = () => ({ ...gateID, direction: direction(), count: consumeCount() });
const query = () => {
  newestAtFrame = newest;
  const parameters = new URLSearchParams({ gate, direction: direction(), count: count() });
  if (subEvent) parameters.set("sub_event", subEvent);
  return parameters;
};

const sound = byID("sound");
const screen = new VerdictScreen(
  () => !sound.checked,
  (verdict, reason) => undo(verdict, reason),
  // If too few slots are left for the whole party, this function admits fewer people: it scans the same ticket again in
  // a new request. For a camera frame, the page sends the text that the server read from the picture.
  ({ sent, people_left: count }) => {
    consumeCount();
    send(sent.path, { ...sent.body, count });
  },
);

function undo(verdict, reason) {
  const request = crypto.randomUUID();
  // The response to the undo must not replace the verdict on another person, which the page may be showing or waiting
  // for.
  if (screen.request === undefined ? queue.entries.length === 0 : screen.request === verdict.request) newest = request;
  queue.add(`${base}/undo`, { code: verdict.code, ...gateID, reason, request });
}

// The number of seconds after which a verdict is late. The person may have left by then, so a late verdict is only
// listed.
const maxAge = 10;

// A paired phone has no account. After the phone is signed out, its user needs a new code from the organizer.
const isPaired = byID("gate").dataset.paired !== undefined;
const failureTexts = { retry: text("noConnection"), signedOut: text(isPaired ? "removed" : "signedOut") };
const undecided = (request, why) => ({
  verdict: "undecided", word: text("notDecided"), why, request, language: document.documentElement.lang,
});

/// - Parameter isNewest: whether this verdict is for the person at the gate. It is false if somebody else was scanned
///   after the request. The verdict then does not fill the screen, because staff would apply it to the person in front
///   of them.
function showVerdict(verdict, scanTime, isNewest) {
  const isLate = screen.request !== verdict.request && Date.now() - scanTime >= maxAge * 1000;
  // If a verdict is only listed, its QR code does not count as decided. So if the holder is still at the gate, the
  // camera reads the code again.
  if (!isNewest || isLate) return listVerdict(verdict, scanTime);
  newest = verdict.request;
  screen.show(verdict);
  if (verdict.symbol && verdict.verdict !== "undecided") frames.markDecided(verdict.symbol);
}

function listVerdict(verdict, scanTime) {
  const colourName = colour(verdict.verdict);
  // A late admission also plays a sound, because nobody watches the list. No sound is played while another verdict is
  // shown or awaited, because staff would think that the sound belongs to that verdict.
  const isAlone = screen.request === undefined && queue.entries.length === 0;
  if (colourName === "green" && isAlone) signal(colourName, { isSilent: !sound.checked });
  const about = [verdict.holder, verdict.code, verdict.why, ...(verdict.say ?? [])].filter(Boolean).join(" · ");
  const button = verdict.undoable
    ? undoButton(verdict.holder ?? verdict.code, () => {
        button.disabled = true;
        // The ledger stores this reason. The reason is in English on pages of every language.
        undo(verdict, "Decided too late");
      })
    : null;
  const list = byID("settled");
  const item = element(
    "li", verdict.undoable ? "scan undoable" : "scan",
    element("span", `badge ${colourName}`, verdict.word),
    element("span", "who", about),
    element("time", "quiet", time(scanTime)),
    button,
  );
  item.lang = verdict.language;
  list.prepend(item);
  while (list.children.length > 20) list.lastChild.remove();
  // The list is focusable, so that it can be scrolled with keys.
  list.tabIndex = 0;
}

// Shows why the server does not decide: either the server does not answer, or this page is signed out.
function showConnection(kind) {
  const waiting = queue.entries.length;
  const scans = text("waiting", { count: waiting });
  const reason = kind === "signedOut" ? failureTexts.signedOut : text("serverSilent");
  const banner = byID("banner");
  const isConnected = kind !== "retry" && kind !== "signedOut";
  const message = isConnected ? "" : waiting > 0 ? `${reason} ${scans}` : reason;
  if (byID("banner-text").textContent !== message) byID("banner-text").textContent = message;
  // The verdict covers the banner, so the verdict also shows the number of undecided scans.
  byID("verdict-waiting").textContent = isConnected || waiting === 0 ? "" : scans;
  byID("banner-sign-in").hidden = kind !== "signedOut";
  banner.classList.toggle("shown", !isConnected);
}

const queue = new Queue(
  `queue ${base} ${gate} ${subEvent}`,
  (entry, answer) => {
    const { request } = entry.body;
    const isNewest = request === newest;
    showConnection(answer.kind);
    if (answer.kind === "answered") showVerdict({ ...answer.body, sent: entry }, entry.time, isNewest);
    else if (answer.kind === "refused") {
      showVerdict(undecided(request, text("undecided", { reason: answer.why })), entry.time, isNewest);
    } else if (isNewest && !entry.isReported) screen.show(undecided(request, failureTexts[answer.kind]));
  },
  (entries) => {
    byID("waiting").replaceChildren(
      ...entries.map((entry) =>
        element(
          "li", "scan",
          element("span", "badge yellow", text("notDecided")),
          element("time", "quiet", time(entry.time)),
        )),
    );
  },
);

// The id of the request for the person who is now at the gate. It belongs to the last request that was sent or to the
// last camera frame with a verdict, whichever is later.
let newest = queue.entries.at(-1)?.body.request;

// The value of `newest` when the last frame was taken.
let newestAtFrame = newest;

/// Sends a request, and closes the verdict on the previous person.
function send(path, body) {
  screen.close();
  const same = queue.waiting(path, body);
  newest = same?.body.request ?? crypto.randomUUID();
  if (!same) return queue.add(path, { ...body, request: newest });
  if (queue.isStuck) screen.show(undecided(newest, failureTexts.retry));
  queue.retryNow();
}

// Whether a text has the form of the code that is printed below a ticket's QR code. A text of eight digits is the bar
// code of a product instead.
const isPrintedCode = (code) => /^(?!\d{8}$)[0-9a-tv-z]{8}$/i.test(code.replace(/[\s-]/g, ""));

// A printed code does not prove that a ticket is genuine. So the page only shows the code's ticket, and staff decide.
const scan = (read) =>
  isPrintedCode(read.text)
    ? searchByCode(read.text)
    : send(`${base}/scan`, { text: read.text, also: read.also, ...requestFields() });

const camera = new Camera(byID("view"), (message) => showCamera(message));
const frames = new Frames(camera, `${base}/frame`, {
  query,
  answered: frameAnswered,
  late: () => screen.expire(),
  silent: () => showConnection("retry"),
});

// When a verdict's QR code has left the camera's view, the verdict closes after this number of milliseconds. So nobody
// applies it to the next person.
const leaveDelay = 500;

// The last verdict on a frame.
let frameVerdict = null;

function frameAnswered(answer, frameTime, parameters) {
  // The server is still reading the previous frame.
  if (answer.isBusy) return;
  showConnection(answer.kind);
  if (answer.kind === "answered" && answer.body.several) return showSeveral(answer.body);
  if (screen.request === several) screen.close();
  if (answer.kind === "answered") {
    const read = answer.body.text;
    const body = read && { text: read, also: [], ...gateID, direction: parameters.get("direction") };
    frameVerdict = { ...answer.body, sent: body && { path: `${base}/scan`, body } };
    showVerdict(frameVerdict, frameTime.getTime(), newestAtFrame === newest);
    if (colour(frameVerdict.verdict) === "green" && parameters.get("count") !== "1") consumeCount();
  } else if (answer.kind === "refused") camera.stop(text("frameRejected", { reason: answer.why }));
  else if (answer.kind === "nothing") queue.retryNow();
  if (!frameVerdict || screen.request !== frameVerdict.request) return;
  if (frames.absence(frameVerdict.symbol) > leaveDelay) screen.expire();
}

// The request id of the warning about several tickets in view. The warning is shown once. It closes at the next answer
// that does not report several tickets.
const several = "several tickets";

function showSeveral(answer) {
  frameVerdict = null;
  if (screen.request !== several) screen.show({ ...answer, request: several });
}

async function showCamera(message) {
  byID("finder").classList.toggle("on", camera.isOn);
  byID("camera-start").hidden = camera.isOn;
  byID("camera-stop").hidden = !camera.isOn;
  byID("camera-light-label").hidden = !camera.hasLight;
  byID("camera-trouble").textContent = message ?? "";
  if (!camera.isOn) return;
  const choices = await camera.choices();
  const select = byID("camera-choice");
  select.replaceChildren(...choices.map(({ id, name }) => new Option(name, id, false, id === camera.current)));
  byID("camera-choice-label").hidden = choices.length < 2;
}

async function startCamera(device) {
  await camera.start(device);
  frames.run();
}

byID("camera-start").addEventListener("click", () => startCamera());
byID("camera-stop").addEventListener("click", () => camera.stop());
byID("camera-choice").addEventListener("change", (event) => startCamera(event.target.value));
byID("camera-light").addEventListener("change", (event) => camera.light(event.target.checked));

check.addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = check.elements.text.value.trim();
  if (!typed) return;
  check.elements.text.value = "";
  scan({ text: typed, also: [] });
});

for (const [id, step] of [["count-less", -1], ["count-more", 1]]) {
  byID(id).addEventListener("click", () => {
    check.elements.count.value = Math.min(Number(check.elements.count.max), Math.max(1, count() + step));
  });
}

listen(scan);
const searchByCode = search(
  `${base}/search`,
  gateID.sub_event,
  direction,
  (code, chosenDirection) => send(`${base}/admit`, { code, ...requestFields(), direction: chosenDirection }),
);
follow(`${base}/live?${new URLSearchParams(subEvent ? { gate, sub_event: subEvent } : { gate })}`, {
  connected: (isThere) => {
    if (isThere) queue.retryNow();
    // If the connection for the live figures is lost, the banner says that the server does not answer. When that
    // connection is restored, the banner is closed. But if a scan must be sent again or the camera is on, the banner
    // stays until the server answers the next scan or camera frame.
    if (!isThere || !(queue.isStuck || camera.isOn)) showConnection(isThere ? "answered" : "retry");
  },
  undo: (line) => screen.confirmUndo(line),
});

const signIn = byID("banner-sign-in");
signIn.href = isPaired ? "/pair" : `/sign-in?${new URLSearchParams({ next: location.pathname + location.search })}`;
if (isPaired) signIn.textContent = text("enterNewCode");
document.documentElement.classList.add("scripted");
queue.run();
