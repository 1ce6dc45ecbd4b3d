import type { Chance } from '#seeds/metropolis/chance.ts'
import { SESSION_COOKIE } from '#server/account/queries.ts'

/** Texts that software has been known to take badly. */
const texts = [
  ...[
    '',
    ' ',
    '\u0000',
    '\n',
    '\r\nBcc: all@hiram.test',
    '\u202e',
    '\u200b',
    '\ufeff',
    '\ud800',
    'é'.repeat(300),
  ],
  ...[
    '0',
    '-1',
    '1',
    '3',
    '7',
    '1.5',
    '1e309',
    '-0',
    'NaN',
    'Infinity',
    '9007199254740993',
    '99999999999999999999',
  ],
  ...['0x10', '٣', '1,000', '₱450', 'true', 'null', 'undefined', '[]', '{}', '[object Object]', '{"$ne":1}'],
  ...[
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '-271821-04-20',
    '2026-13-01',
    '2026-11-21T00:00:00Z',
    'today',
  ],
  ...[
    "' OR 1=1 --",
    "'; drop table account; --",
    '%',
    '_',
    '\\',
    '%00',
    '%ED%A0%80',
    '${7*7}',
    '{{7*7}}',
    '(a+)+$',
  ],
  ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', 'javascript:alert(1)', '</textarea>'],
  ...[
    '../../etc/passwd',
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'file:///etc/passwd',
    'http://169.254.169.254/',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '=HYPERLINK("http://evil.test")', '+1', '@x'],
  ...[
    '0199a000-0000-7000-8000-000000000000',
    '0199A000-0000-7000-8000-00000000000G',
    '👩‍👩‍👧‍👦',
    '𝔘𝔫𝔦',
    'ﷺ'.repeat(50),
  ],
  ...[
    'admin',
    'verified',
    'approved',
    'Completed',
    'ana@hiram.test',
    `${'a'.repeat(64)}@${'b'.repeat(190)}.test`,
  ],
]

/** A hostile text; now and then a long one. */
export function hostileText(chance: Chance): string {
  if (chance.is(0.03))
    return chance.pick(['a', '(', 'ÿ', '\n', '%', '🙂']).repeat(chance.pick([101, 2001, 20_000]))
  const text = chance.pick(texts)
  return chance.is(0.1) ? text + chance.pick(texts) : text
}

/** JSON that is not what was asked for. */
export function hostileJson(chance: Chance, fields: Readonly<Record<string, string>>): string {
  const value = (): unknown =>
    chance.pick<() => unknown>([
      () => hostileText(chance),
      () => null,
      () => -1,
      () => 1e308,
      () => true,
      () => [hostileText(chance)],
      () => ({ [hostileText(chance)]: hostileText(chance) }),
      () => Array.from({ length: 200 }, () => []),
    ])()
  if (chance.is(0.1))
    return chance.pick(['', '{', '[]', 'null', '"', '{"a":', '[['.repeat(5000), '\u0000', '1e999'])
  return JSON.stringify({
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, value()])),
    ...(chance.is(0.3) ? { ['__proto__']: { role: 'admin' }, role: 'admin' } : {}),
  })
}

/** Bytes that are no valid UTF-8, no valid form, or end too early. */
export function hostileBytes(chance: Chance): Uint8Array<ArrayBuffer> {
  const pieces = [
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    '--x\r\nContent-Disposition: form-data; name="a"; filename="\u0000../x.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
    '--x\r\n\r\n\r\n',
    '--x',
    'Content-Disposition: form-data\r\n',
    `a=${'%'.repeat(9)}&b=%ED%A0%80&=&&&c`,
    '{"text":"',
  ]
  const text = Array.from({ length: 1 + chance.upTo(5) }, () => chance.pick(pieces)).join('')
  const bytes = Uint8Array.from(Buffer.from(text))
  for (let i = chance.upTo(8); i > 0; i--)
    bytes[chance.upTo(bytes.length)] = chance.pick([0x80, 0xc0, 0xed, 0xff, 0])
  return bytes
}

/** The cookies that the site reads. */
const cookieNames = [SESSION_COOKIE, 'hiram.device', 'hiram.second_step', 'hiram.passkey', 'flash']

/** Cookies of the site with hostile values, as a browser would send them or not. */
function hostileCookies(chance: Chance): string {
  const value = () => {
    const text = encodeURIComponent(hostileText(chance).toWellFormed()).slice(0, 2000)
    return chance.pick([
      text,
      Buffer.from(text).toString('base64'),
      `1.${'a'.repeat(12)}.${'b'.repeat(43)}`,
      '%',
    ])
  }
  const all = Array.from({ length: 1 + chance.upTo(3) }, () => `${chance.pick(cookieNames)}=${value()}`)
  return all.join(chance.pick(['; ', ';', ', ']))
}

/** Hostile cookies beside those of a person, unless they have a session of their own. */
export const cookiesWith = (own: string, hostile: string): string =>
  own === '' || hostile.includes(SESSION_COOKIE) ? hostile : `${own}; ${hostile}`

/** What an attacker puts into headers; Node lets no others through. */
export function hostileHeaders(chance: Chance): Record<string, string> {
  const headers: Record<string, readonly string[]> = {
    accept: ['*/*', 'text/html', 'application/json', 'text/x-script', 'a'.repeat(3000), ''],
    'accept-language': ['en', 'xx-yy-zz', ';q=9', 'a,'.repeat(500)],
    'accept-encoding': ['br', 'zstd', 'gzip;q=0', 'identity;q=0, *;q=0', ','.repeat(500)],
    // More than is sent would be waited for: tests/abuse/large-and-slow.test.ts.
    'content-length': ['0'],
    cookie: [
      '=;;;=',
      'hiram.session_token=a.b',
      'flash=bm90IGpzb24=',
      'a=b; '.repeat(300),
      hostileCookies(chance),
      hostileCookies(chance),
      hostileCookies(chance),
    ],
    'x-forwarded-for': ['127.0.0.1', '::1', "' or 1=1", '1.2.3.4, 5.6.7.8', 'unknown'],
    'x-forwarded-proto': ['https', 'javascript'],
    'if-none-match': ['*', 'W/"', '"x"', '"'.repeat(1000)],
    'if-modified-since': ['yesterday', '0'],
    'last-event-id': ['-1', '1e9', '9223372036854775808', 'x', ''],
    range: ['bytes=0-0', 'bytes=-', 'bytes=9-1', 'lines=1'],
    referer: ['https://evil.test/', 'x', '/listing/%'],
    origin: ['null', 'https://evil.test', 'http://'],
    'sec-fetch-site': ['cross-site', 'none', 'same-site', 'x'],
    'user-agent': ['', 'a'.repeat(5000), '(a+)+'.repeat(200), '<script>'],
    'paymongo-signature': ['t=1,te=x,li=', 't=,te=,li=', 'x'],
  }
  const names = Array.from({ length: chance.upTo(4) }, () => chance.pick(Object.keys(headers)))
  return Object.fromEntries(names.map((name) => [name, chance.pick(headers[name]!)]))
}
