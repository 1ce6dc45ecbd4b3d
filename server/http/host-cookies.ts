const PREFIX = '__Host-'

/**
 * The cookies of a request under their names on the site. Over https they arrive with the prefix `__Host-` (RFC
 * 6265bis, 4.1.3.2); others may come from a sister site or from a connection without https, and are ignored. Null when
 * none is left.
 */
function readHostCookies(header: string | null): string | null {
  const ours = (header ?? '')
    .split(/;\s*/)
    .filter((pair) => pair.startsWith(PREFIX))
    .map((pair) => pair.slice(PREFIX.length))
  return ours.length > 0 ? ours.join('; ') : null
}

/** A `Set-Cookie` header for https: with the prefix, `Secure`, for this host only. */
function toHostCookie(setCookie: string): string {
  const [pair, ...attributes] = setCookie.split(/;\s*/)
  const others = attributes.filter((attribute) => !/^(secure|path=.*|domain=.*)$/i.test(attribute))
  return [`${PREFIX}${pair}`, 'Path=/', ...others, 'Secure'].join('; ')
}

/** Replaces the cookies of a request's headers with `readHostCookies`. */
export function takeHostCookies(headers: Headers): void {
  const cookies = readHostCookies(headers.get('cookie'))
  if (cookies === null) headers.delete('cookie')
  else headers.set('cookie', cookies)
}

/** Replaces the cookies of an answer's headers with `toHostCookie`. */
export function giveHostCookies(headers: Headers): void {
  const cookies = headers.getSetCookie()
  headers.delete('set-cookie')
  for (const cookie of cookies) headers.append('set-cookie', toHostCookie(cookie))
}
