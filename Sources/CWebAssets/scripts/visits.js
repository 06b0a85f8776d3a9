// Records the visitor’s actions in this browser. On the page of an event, these are views, likes and shares. On the
// pages of events and organizers, the visitor can follow the organizer. reserve.js records reservations.
// Server side: the templates event-visit and follow
import { change, finishPurchase, has, interests, record, remove } from "./interests.js";

const visit = document.getElementById("visit");
const follow = document.getElementById("follow");

/// Shows a button, such as “Follow”, that is on or off. A click switches it.
function showSwitch(box, isOn, set) {
  const button = box.querySelector("button");
  const show = () => (button.textContent = isOn() ? button.dataset.on : button.dataset.off);
  button.addEventListener("click", () => {
    set(!isOn());
    show();
  });
  show();
  box.hidden = false;
}

finishPurchase(visit?.dataset.event);

if (visit) {
  const { event, category } = visit.dataset;
  record("view", event, category);
  showSwitch(
    visit,
    () => has("like", event),
    (isOn) => (isOn ? record("like", event, category) : remove("like", event)),
  );
  for (const button of document.querySelectorAll("[data-share]")) {
    button.addEventListener("click", () => record("share", event, category));
  }
}

if (follow) {
  const organizer = follow.dataset.organizer;
  showSwitch(
    follow,
    () => interests().organizers.includes(organizer),
    (isOn) =>
      change((kept) => {
        kept.organizers = kept.organizers.filter((other) => other !== organizer);
        if (isOn) kept.organizers.push(organizer);
      }),
  );
}
