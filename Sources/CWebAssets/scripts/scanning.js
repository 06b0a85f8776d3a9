// The gate's page: reads camera, scanner and keyboard, and shows verdicts.
import { Camera } from "./camera.js";
import { follow } from "./figures.js";
import { Frames } from "./frames.js";
import { colour, element, part, takeBack } from "./parts.js";
import { Queue } from "./queue.js";
import { listen } from "./scanner.js";
import { search } from "./search.js";
import { signal } from "./sound.js";
import { VerdictScreen } from "./verdict.js";

const { base, gate, subEvent } = part("gate").dataset;
const check = part("check");

// The current values of the form.
const direction = () => check.elements.direction.value;
const count = () => Math.max(1, Number(check.elements.count.value) || 1);
const spot = { gate, sub_event: subEvent ? Number(subEvent) : null };
// The count applies to one scan only.
function takeCount() {
  const people = count();
  check.elements.count.value = 1;
  return people;
}
const order = () => ({ ...spot, direction: direction(), count: takeCount() });
const query = () => {
  framed = newest;
  const parameters = new URLSearchParams({ gate, direction: direction(), count: count() });
  if (subEvent) parameters.set("sub_event", subEvent);
  return parameters;
};

const sound = part("sound");
const screen = new VerdictScreen(
  () => !sound.checked,
  (verdict, reason) => undo(verdict, reason),
  // The same ticket in a new request. For a frame, the server has sent the text that it read.
  ({ asked, people_left: count }) => {
    takeCount();
    ask(asked.path, { ...asked.body, count });
  },
);

function undo(verdict, reason) {
  const request = crypto.randomUUID();
  // The answer must not cover another person's verdict, shown or awaited.
  if (screen.request === undefined ? queue.entries.length === 0 : screen.request === verdict.request) newest = request;
  queue.add(`${base}/undo`, { code: verdict.code, ...spot, reason, request });
}

// Seconds after which a verdict is late: the person may have left, so it is only listed.
const fresh = 10;

const gone = "No connection to the server. Trying again. Do not admit anybody.";
const ended = "This phone was removed from the gate. Ask for a new code.";
const signedOut = "You are signed out. Sign in again.";
// A paired phone has no account: it needs a new code from the organizer.
const isPaired = part("gate").dataset.paired !== undefined;
const troubles = { again: gone, signedOut: isPaired ? ended : signedOut };
const undecided = (request, why) => ({ verdict: "undecided", word: "NOT DECIDED", why, request });

/// - Parameter isNewest: whether nobody was scanned since. Only then may the verdict fill the screen, since staff would
///   apply it to the person in front of them.
function judge(verdict, time, isNewest) {
  const isLate = screen.request !== verdict.request && Date.now() - time >= fresh * 1000;
  // A listed verdict does not mark its symbol as decided: if its holder is still there, the symbol is scanned again.
  if (!isNewest || isLate) return settled(verdict, time);
  newest = verdict.request;
  screen.show(verdict);
  if (verdict.symbol && verdict.verdict !== "undecided") frames.know(verdict.symbol);
}

function settled(verdict, time) {
  const shade = colour(verdict.verdict);
  // A late admission sounds, too, since nobody watches the list. It stays silent while another verdict is shown or
  // awaited: the sound would seem to belong to that one.
  const isAlone = screen.request === undefined && queue.entries.length === 0;
  if (shade === "green" && isAlone) signal(shade, { isSilent: !sound.checked });
  const words = [verdict.holder, verdict.code, verdict.why, ...(verdict.say ?? [])].filter(Boolean).join(" · ");
  const chosen = verdict.undoable
    ? takeBack(verdict.holder ?? verdict.code, () => {
        chosen.disabled = true;
        undo(verdict, "Decided too late");
      })
    : null;
  const list = part("settled");
  list.prepend(
    element(
      "li", verdict.undoable ? "scan undoable" : "scan",
      element("span", `badge ${shade}`, verdict.word),
      element("span", "who", words),
      element("time", "quiet", new Date(time).toLocaleTimeString("en-GB")),
      chosen,
    ),
  );
  while (list.children.length > 20) list.lastChild.remove();
  // Focusable, so that it can be scrolled with keys.
  list.tabIndex = 0;
}

// Shows why the server does not decide: it is gone, or this page is signed out.
function connection(kind) {
  const waiting = queue.entries.length;
  const scans = waiting === 1 ? "1 scan is not decided" : `${waiting} scans are not decided`;
  const text = kind === "signedOut" ? troubles.signedOut : "The server does not answer.";
  const banner = part("banner");
  const isWell = kind !== "again" && kind !== "signedOut";
  const words = isWell ? "" : waiting > 0 ? `${text} ${scans}.` : text;
  if (part("banner-text").textContent !== words) part("banner-text").textContent = words;
  // The verdict covers the banner.
  part("verdict-waiting").textContent = isWell || waiting === 0 ? "" : `${scans}.`;
  part("banner-sign-in").hidden = kind !== "signedOut";
  banner.classList.toggle("shown", !isWell);
}

const queue = new Queue(
  `queue ${base} ${gate} ${subEvent}`,
  (entry, answer) => {
    const { request } = entry.body;
    const isNewest = request === newest;
    connection(answer.kind);
    if (answer.kind === "answered") judge({ ...answer.body, asked: entry }, entry.time, isNewest);
    else if (answer.kind === "refused") {
      judge(undecided(request, `Could not decide: ${answer.why}`), entry.time, isNewest);
    } else if (isNewest && !entry.isTold) screen.show(undecided(request, troubles[answer.kind]));
  },
  (entries) => {
    part("waiting").replaceChildren(
      ...entries.map((entry) =>
        element(
          "li", "scan",
          element("span", "badge yellow", "NOT DECIDED"),
          element("time", "quiet", new Date(entry.time).toLocaleTimeString("en-GB")),
        )),
    );
  },
);

// The request for the person in front: the last one sent, or the frame with the last verdict.
let newest = queue.entries.at(-1)?.body.request;

// The value of `newest` when the last frame was taken.
let framed = newest;

/// Sends a request, and closes the verdict of the previous person.
function ask(path, body) {
  screen.close();
  const same = queue.waiting(path, body);
  newest = same?.body.request ?? crypto.randomUUID();
  if (!same) return queue.add(path, { ...body, request: newest });
  if (queue.isStuck) screen.show(undecided(newest, gone));
  queue.hurry();
}

// The code that is printed below the QR code. Eight digits are a product's bar code.
const isPrintedCode = (text) => /^(?!\d{8}$)[0-9a-tv-z]{8}$/i.test(text.replace(/[\s-]/g, ""));

// A printed code proves nothing: the page shows its ticket, and a person decides.
const scan = ({ text, also }) =>
  isPrintedCode(text) ? lookUp(text) : ask(`${base}/scan`, { text, also, ...order() });

const camera = new Camera(part("view"), (trouble) => showCamera(trouble));
const frames = new Frames(camera, `${base}/frame`, {
  query,
  took,
  late: () => screen.expire(),
  silent: () => connection("again"),
});

// Milliseconds until a verdict is closed after its symbol has left the view, so that it does not meet the next person.
const leaving = 500;

// The last verdict on a frame.
let filmed = null;

function took(answer, taken, asked) {
  // The server is still reading the previous frame.
  if (answer.isBusy) return;
  connection(answer.kind);
  if (answer.kind === "answered" && answer.body.several) return showSeveral(answer.body);
  if (screen.request === several) screen.close();
  if (answer.kind === "answered") {
    const { text } = answer.body;
    const body = text && { text, also: [], ...spot, direction: asked.get("direction") };
    filmed = { ...answer.body, asked: body && { path: `${base}/scan`, body } };
    judge(filmed, taken.getTime(), framed === newest);
    if (colour(filmed.verdict) === "green" && asked.get("count") !== "1") takeCount();
  } else if (answer.kind === "refused") camera.stop(`The server rejected the camera frame: ${answer.why}`);
  else if (answer.kind === "nothing") queue.hurry();
  if (filmed && screen.request === filmed.request && frames.absence(filmed.symbol) > leaving) screen.expire();
}

// The request id of the warning about several tickets in view. It is shown once, and closes when one ticket is left.
const several = "several tickets";

function showSeveral(answer) {
  filmed = null;
  if (screen.request !== several) screen.show({ ...answer, request: several });
}

async function showCamera(trouble) {
  part("finder").classList.toggle("on", camera.isOn);
  part("camera-start").hidden = camera.isOn;
  part("camera-stop").hidden = !camera.isOn;
  part("camera-light-label").hidden = !camera.hasLight;
  part("camera-trouble").textContent = trouble ?? "";
  if (!camera.isOn) return;
  const choices = await camera.choices();
  const select = part("camera-choice");
  select.replaceChildren(...choices.map(({ id, name }) => new Option(name, id, false, id === camera.current)));
  part("camera-choice-label").hidden = choices.length < 2;
}

async function startCamera(device) {
  await camera.start(device);
  frames.run();
}

part("camera-start").addEventListener("click", () => startCamera());
part("camera-stop").addEventListener("click", () => camera.stop());
part("camera-choice").addEventListener("change", (event) => startCamera(event.target.value));
part("camera-light").addEventListener("change", (event) => camera.light(event.target.checked));

check.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = check.elements.text.value.trim();
  if (!text) return;
  check.elements.text.value = "";
  scan({ text, also: [] });
});

for (const [id, step] of [["count-less", -1], ["count-more", 1]]) {
  part(id).addEventListener("click", () => {
    check.elements.count.value = Math.min(Number(check.elements.count.max), Math.max(1, count() + step));
  });
}

listen(scan);
const lookUp = search(
  `${base}/search`,
  spot.sub_event,
  direction,
  (code, asked) => ask(`${base}/admit`, { code, ...order(), direction: asked }),
);
follow(`${base}/live?${new URLSearchParams(subEvent ? { gate, sub_event: subEvent } : { gate })}`, {
  heard: (isThere) => {
    if (isThere) queue.hurry();
    // While scans or frames are being sent, their answers update the banner instead.
    if (!isThere || !(queue.isStuck || camera.isOn)) connection(isThere ? "answered" : "again");
  },
  undo: (line) => screen.ask(line),
});

const signIn = part("banner-sign-in");
signIn.href = isPaired ? "/pair" : `/sign-in?${new URLSearchParams({ next: location.pathname + location.search })}`;
if (isPaired) signIn.textContent = "Enter a new code";
document.documentElement.classList.add("scripted");
queue.run();
