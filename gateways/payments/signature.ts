import { createHmac, timingSafeEqual } from 'node:crypto'

/** The signature of a webhook, over the second of signing, a dot, and the exact bytes of the body. */
function digest(secret: string, seconds: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
}

/** The `Paymongo-Signature` header of a body: `te` holds the signature in test mode, `li` in live mode. */
export function signWebhook(body: Uint8Array, secret: string, live: boolean, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1000))
  const hex = digest(secret, seconds, body)
  return live ? `t=${seconds},te=,li=${hex}` : `t=${seconds},te=${hex},li=`
}

export type SignatureRule = { secret: string; live: boolean; toleranceSeconds: number }

/**
 * Whether `header` signs `body`: fields are read by name, only the signature of the mode counts, 64 lower-case hex
 * digits, compared in constant time, at most `toleranceSeconds` away from now.
 */
export function isSigned(body: Uint8Array, header: string | null, rule: SignatureRule, now: Date): boolean {
  if (!header || !rule.secret || header.length > 1000) return false
  const parts = header.split(',').map((part) => part.trim())
  const named = (name: string) => {
    const found = parts.filter((part) => part.startsWith(`${name}=`))
    return found.length === 1 ? found[0]!.slice(name.length + 1) : ''
  }
  const [seconds, hex] = [named('t'), named(rule.live ? 'li' : 'te')]
  if (!/^\d{1,12}$/.test(seconds) || !/^[0-9a-f]{64}$/.test(hex)) return false
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > rule.toleranceSeconds) return false
  return timingSafeEqual(Buffer.from(digest(rule.secret, seconds, body)), Buffer.from(hex))
}
