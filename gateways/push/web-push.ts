import { JobFailure, retryAfterMs } from '#domain/job/job-failure.ts'
import type { PushGateway, PushMessage, PushTarget } from './port.ts'

export type WebPushOptions = {
  publicKey: string
  privateKey: string
  /** The address at which a push service can contact the operator: `mailto:` or `https:`. */
  subject: string
  fetch?: typeof fetch
  timeoutMs?: number
}

/** How long a push service stores a message for a browser that is offline (its TTL). */
const STORED_SECONDS = 24 * 3600

/** Web push with VAPID (RFC 8292), encrypted for the browser (RFC 8291). No redirect is followed. */
export function webPush(options: WebPushOptions): PushGateway {
  const { publicKey, privateKey, subject, timeoutMs = 10_000 } = options
  const ask = options.fetch ?? fetch
  const requestOf = async (target: PushTarget, message: PushMessage) => {
    // Loaded when the first message is sent.
    const { default: library } = await import('web-push')
    const { endpoint, ...keys } = target
    const { origin } = new URL(endpoint)
    // Signed before it is encrypted: what fails here are our own settings, and not the keys of the browser.
    const signature = library.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm')
    try {
      return library.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
        headers: signature,
        TTL: STORED_SECONDS,
        topic: message.tag,
        contentEncoding: 'aes128gcm',
      })
    } catch {
      // The keys are invalid: no message can ever reach this browser.
      return null
    }
  }
  return {
    publicKey,
    async send(target, message) {
      const request = await requestOf(target, message)
      if (!request) return 'gone'
      const { 'Content-Length': _length, ...headers } = request.headers
      const answer = await ask(request.endpoint, {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(request.body as Buffer),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body?.cancel()
      // A push service that accepts a message answers so (RFC 8030, section 5); a 200 comes from a proxy.
      if (answer.status === 201 || answer.status === 202) return 'sent'
      if (answer.status === 404 || answer.status === 410) return 'gone'
      const ours = answer.status === 401 || answer.status === 403 ? ': it does not take our VAPID key' : ''
      const error = new Error(`the push service answered ${answer.status}${ours}`)
      const waitMs = retryAfterMs(answer.headers.get('retry-after'), Date.now())
      throw waitMs === null ? error : new JobFailure(error, Math.ceil(waitMs / 1000))
    },
  }
}
