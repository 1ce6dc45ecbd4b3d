import { createPublicKey, verify } from 'node:crypto'

const DAY_SECONDS = 24 * 3600

/**
 * The error status of a push service for a sender that does not prove to be the subscribed site (RFC 8292): 401
 * without a signature, 403 with a wrong or expired one; null when the signature is right. `now` is in milliseconds.
 */
export function vapidFault(
  authorization: string | null,
  { origin, publicKey, now }: { origin: string; publicKey: string; now: number },
): 401 | 403 | null {
  const match = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+),\s*k=([\w-]+)$/.exec(authorization ?? '')
  if (!match) return 401
  const [, head, claims, signature, key] = match as unknown as string[]
  if (key !== publicKey) return 403
  const point = Buffer.from(key!, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  if (!signed) return 403
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims!, 'base64url').toString('utf8')) as Record<
    string,
    unknown
  >
  const seconds = now / 1000
  const lasts = typeof exp === 'number' && exp > seconds && exp <= seconds + DAY_SECONDS
  return aud === origin && lasts && /^(mailto:|https:)/.test(String(sub)) ? null : 403
}
