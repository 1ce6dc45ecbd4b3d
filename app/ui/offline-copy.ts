import { DAY_MS } from '#domain/time.ts'
/** Also in `public/handover.js`, which shows the copies. */
export const STORE = 'handover-copies'
const KEPT_MS = 3 * DAY_MS

/** Runs what needs storage and a service worker. Null where one is missing, forbidden, full or out of reach. */
export async function bestEffort<T>(run: () => Promise<T>): Promise<T | null> {
  if (!('caches' in globalThis && 'serviceWorker' in navigator)) return null
  return run().catch(() => null)
}

export const isOld = ({ headers }: Response) => Date.parse(headers.get('date') ?? '') < Date.now() - KEPT_MS

/** Whether there is a copy of the page at a path that the service worker would show. */
export async function hasCopy(path: string): Promise<boolean> {
  const copy = await bestEffort(() => caches.match(path, { cacheName: STORE }))
  return copy ? !isOld(copy) : false
}

/** Deletes all copies: nobody is logged in here. */
export async function dropCopies(): Promise<void> {
  await bestEffort(() => caches.delete(STORE))
}
