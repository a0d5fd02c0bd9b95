// Shows the messages of TrainTrail in this browser (NOT-03). It stores nothing and handles no requests: the page always comes
// from the server.
self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/favicon.svg', data: { path } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.path, self.location.origin);
  // In a separate page: the open one may have unsaved changes.
  if (address.origin === self.location.origin) event.waitUntil(self.clients.openWindow(address.href));
});
