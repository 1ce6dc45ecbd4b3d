import { z } from 'zod'

/**
 * The push services of common browsers. The server sends push messages only to these hosts, although a browser
 * supplies the address.
 */
const services = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

/**
 * Whether an address is that of a push service: by https, without a port or a password, at one of the known hosts or
 * of `more`. A host that begins with a dot stands for all its subdomains.
 * ### Example `https://updates.push.services.mozilla.com/wpush/v2/x` is; `https://fcm.googleapis.com.evil.test/` is
 * not.
 */
export function isPushService(address: string, more: readonly string[] = []): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  if (protocol !== 'https:' || port || username || password) return false
  return [...services, ...more].some((host) =>
    host.startsWith('.') ? hostname.endsWith(host) : hostname === host,
  )
}

const endpoint = z.string().min(12).max(1000)

/** The form with which a browser subscribes to push: 65 bytes of a public key and 16 of a secret. */
export const subscribeForm = z.strictObject({
  intent: z.literal('subscribe'),
  endpoint,
  p256dh: z.string().regex(/^B[\w-]{86}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
})

/** The form with which a browser unsubscribes from push. */
export const unsubscribeForm = z.strictObject({ intent: z.literal('unsubscribe'), endpoint })
