// The service worker for push messages. It shows each message as a notification, and opens the message's page when the
// notification is clicked. It loads nothing, and handles no requests from pages. A message with the tag of an earlier
// message replaces the notification of the earlier message.
// Server side: MessageTransport/Push/PushMessage.swift and WebHost/Pages/PushWorker.swift
self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  let message;
  try {
    message = event.data.json();
  } catch {
    return;
  }
  const { tag, title, body, url, lang } = message;
  if (typeof title !== "string" || typeof tag !== "string") return;
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang, dir: "auto", data: { url } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = event.notification.data?.url;
  // Only pages of this server are opened.
  if (typeof url !== "string" || !URL.canParse(url) || new URL(url).origin !== self.location.origin) return;
  event.waitUntil(
    (async () => {
      const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const open = windows.find((window) => window.url === url);
      return open ? open.focus() : self.clients.openWindow(url);
    })(),
  );
});
