// Kept by a browser that asked to be rung. What comes is empty: the words stand at the head of this script, as `said`.
"use strict";
const home = new URL(".", self.location).href.replace(/\/$/, "");
self.addEventListener("push", function (event) {
  event.waitUntil(self.registration.showNotification(said.title, { body: said.body, tag: home }));
});
self.addEventListener("notificationclick", function (event) {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(home));
});
