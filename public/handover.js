// Shows the kept copy of a handover's page when there is no connection. Pages keep their copies themselves
// (app/ui/keep-copy.ts); this is registered for addresses below /handover/ only, and stores nothing.
const STORE = 'handover-copies'
const PATIENCE_MS = 8000
const KEPT_MS = 3 * 24 * 3_600_000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(pageOf(request))
  else if (request.destination === 'style') event.respondWith(styleOf(request))
})

async function pageOf(request) {
  const copy = await keptFor(request)
  if (!copy || isOld(copy)) return fetch(request)
  const answer = await Promise.race([fetch(request).catch(() => null), after(PATIENCE_MS)])
  if (!answer || answer.status >= 502) return copy
  // A redirect leads to the log-in, and who has logged in as somebody else finds nothing: the copies are not theirs.
  if (answer.type === 'opaqueredirect' || answer.status === 404) await caches.delete(STORE).catch(() => {})
  return answer
}

const styleOf = async (request) => (await keptFor(request)) ?? fetch(request)

/** What is kept for an address. A browser whose storage fails keeps nothing. */
const keptFor = (request) => caches.match(request, { cacheName: STORE, ignoreSearch: true }).catch(() => null)

const isOld = ({ headers }) => Date.parse(headers.get('date')) < Date.now() - KEPT_MS

const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms, null))
