// Shows the push messages that a person subscribed to in this browser, also while no page is open.
self.addEventListener('push', (event) => {
  const { title, text, path, tag } = event.data.json()
  const shown = { body: text, tag, icon: '/icon-192.png', data: { path } }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { href, origin } = new URL(event.notification.data.path, self.location.origin)
  if (origin !== self.location.origin) return
  event.waitUntil(self.clients.openWindow(href))
})
