// On a phone, the tabs are one line that scrolls. This script scrolls the current tab to the middle. If a tab gets the
// focus, the script scrolls the whole tab into the window, because browsers leave a partly visible tab where it is.
// Templates: desk-assets, event-nav, check-in-tabs, desk-edit-event, desk-outbox
for (const nav of document.querySelectorAll("nav.tabs")) {
  nav.addEventListener("focusin", (event) => event.target.scrollIntoView({ block: "nearest", inline: "nearest" }));
}
for (const tab of document.querySelectorAll("nav.tabs [aria-current]")) {
  const [own, row] = [tab, tab.parentElement].map((one) => one.getBoundingClientRect());
  tab.parentElement.scrollBy({ left: (own.left + own.right - row.left - row.right) / 2 });
}
