const PREFIX = '__Host-'

/**
 * The cookies of a request as the site knows them. Over https they came with the prefix `__Host-` (RFC 6265bis,
 * 4.1.3.2): others may be from a sister site or from a connection without https, and are left out. Null when none is
 * left.
 */
export function readHostCookies(header: string | null): string | null {
  const ours = (header ?? '')
    .split(/;\s*/)
    .filter((pair) => pair.startsWith(PREFIX))
    .map((pair) => pair.slice(PREFIX.length))
  return ours.length > 0 ? ours.join('; ') : null
}

/** A `Set-Cookie` as it goes out over https: with the prefix, `Secure`, for the whole site and no other. */
export function asHostCookie(setCookie: string): string {
  const [pair, ...attributes] = setCookie.split(/;\s*/)
  const kept = attributes.filter((attribute) => !/^(secure|path=.*|domain=.*)$/i.test(attribute))
  return [`${PREFIX}${pair}`, 'Path=/', ...kept, 'Secure'].join('; ')
}

/** Reads the cookies of a request in place. */
export function takeHostCookies(headers: Headers): void {
  const cookies = readHostCookies(headers.get('cookie'))
  if (cookies === null) headers.delete('cookie')
  else headers.set('cookie', cookies)
}

/** Names the cookies of an answer in place. */
export function giveHostCookies(headers: Headers): void {
  const cookies = headers.getSetCookie()
  headers.delete('set-cookie')
  for (const cookie of cookies) headers.append('set-cookie', asHostCookie(cookie))
}
