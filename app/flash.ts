import { createCookie, redirect } from 'react-router'

export type Flash = { kind: 'success' | 'error'; text: string }

const cookie = createCookie('flash', { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 60 })

/** The cookie that says something on the next page that is read. */
export const flashCookie = (flash: Flash): Promise<string> => cookie.serialize(flash)

/** Goes elsewhere and says something there, once, as a toast. `setCookie` are further cookies to set. */
export async function redirectWithToast(to: string, flash: Flash, setCookie: readonly string[] = []) {
  const headers = new Headers()
  headers.append('Set-Cookie', await flashCookie(flash))
  for (const value of setCookie) headers.append('Set-Cookie', value)
  return redirect(to, { headers })
}

/**
 * What was to be said on this page, and the cookie that ends it. A page that a browser fetches beforehand is shown to
 * nobody yet.
 */
export async function readFlash(headers: Headers): Promise<{ flash: Flash | null; clear: string | null }> {
  if (/prefetch/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? ''))
    return { flash: null, clear: null }
  const value: unknown = await cookie.parse(headers.get('cookie')).catch(() => null)
  if (!isFlash(value)) return { flash: null, clear: null }
  return { flash: { kind: value.kind, text: value.text }, clear: await cookie.serialize('', { maxAge: 0 }) }
}

function isFlash(value: unknown): value is Flash {
  if (typeof value !== 'object' || value === null) return false
  const { kind, text } = value as Record<string, unknown>
  return (kind === 'success' || kind === 'error') && typeof text === 'string' && text.length <= 300
}
