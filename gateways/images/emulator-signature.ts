import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type EmulatorKeys = { region: string; accessKeyId: string; secretAccessKey: string }

const header = new RegExp(
  '^AWS4-HMAC-SHA256 Credential=([^/]+)/(\\d{8})/([^/]+)/s3/aws4_request, ?' +
    'SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$',
)
const CLOCKS_DIFFER_MS = 15 * 60_000
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const escaped = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * What is wrong with a request's signature (AWS Signature Version 4, in the `Authorization` header), as the error code
 * of a real service; null when it is right. `now` is the service's time in milliseconds. It is computed here from the
 * request alone, not by the library that signs.
 */
export function signatureFault(
  request: IncomingMessage,
  body: Buffer,
  keys: EmulatorKeys,
  now: number,
): string | null {
  const { authorization = '', 'x-amz-date': at = '', 'x-amz-content-sha256': sum = '' } = request.headers
  if (!authorization) return 'AccessDenied'
  const parsed = header.exec(authorization)
  if (!parsed) return 'AuthorizationHeaderMalformed'
  const [, keyId, day, region, signedHeaders, signature] = parsed as unknown as string[]
  if (keyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== keys.region) return 'AuthorizationHeaderMalformed'
  const time = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(at))
  if (!time || !String(at).startsWith(day!)) return 'AccessDenied'
  const [, y, mo, d, h, mi, s] = time.map(Number)
  if (Math.abs(Date.UTC(y!, mo! - 1, d, h, mi, s) - now) > CLOCKS_DIFFER_MS) return 'RequestTimeTooSkewed'
  const names = signedHeaders!.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return 'AccessDenied'
  const canonical = canonicalRequest(request, names, String(sum))
  const toSign = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${keys.secretAccessKey}`, day!), region!),
  ) as Buffer
  if (!timingSafeEqual(hmac(key, toSign), Buffer.from(signature!, 'hex'))) return 'SignatureDoesNotMatch'
  return sum === 'UNSIGNED-PAYLOAD' || sum === sha256(body) ? null : 'XAmzContentSHA256Mismatch'
}

function canonicalRequest(request: IncomingMessage, names: readonly string[], sum: string): string {
  const [path = '', search = ''] = request.url!.split('?')
  const query = search
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('=').map((part) => decodeURIComponent(part.replaceAll('+', ' '))))
    .map(([name, value = '']) => `${escaped(name!)}=${escaped(value)}`)
    .sort()
  return [
    request.method,
    path.split('/').map(decodeURIComponent).map(escaped).join('/'),
    query.join('&'),
    ...names.map(
      (name) =>
        `${name}:${String(request.headers[name] ?? '')
          .trim()
          .replaceAll(/\s+/g, ' ')}`,
    ),
    '',
    names.join(';'),
    sum,
  ].join('\n')
}
