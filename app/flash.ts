import { createCookie, redirect } from 'react-router'

export type Flash = { kind: 'success' | 'error'; text: string }

const cookie = createCookie('flash', { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 60 })

/** The cookie with a toast for the next page. */
export const flashCookie = (flash: Flash): Promise<string> => cookie.serialize(flash)

/** Redirects to a page with cookies to set. */
export function redirectWithCookies(to: string, setCookie: readonly string[]): Response {
  const headers = new Headers()
  for (const value of setCookie) headers.append('Set-Cookie', value)
  return redirect(to, { headers })
}

/** Redirects to a page and shows a toast there, once. `setCookie` are further cookies to set. */
export async function redirectWithToast(to: string, flash: Flash, setCookie: readonly string[] = []) {
  return redirectWithCookies(to, [await flashCookie(flash), ...setCookie])
}

/**
 * The toast for this page, and the cookie that deletes it. A prefetched page is not shown yet, so it gets no toast.
 */
export async function readFlash(headers: Headers): Promise<{ flash: Flash | null; clear: string | null }> {
  if (/prefetch/.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? ''))
    return { flash: null, clear: null }
  const value: unknown = await cookie.parse(headers.get('cookie')).catch(() => null)
  if (!isFlash(value)) return { flash: null, clear: null }
  return { flash: { kind: value.kind, text: value.text }, clear: await cookie.serialize('', { maxAge: 0 }) }
}

/** Longer than the longest text that the site sends, which names an email of 254 characters. */
const MAX_TEXT = 400

function isFlash(value: unknown): value is Flash {
  if (typeof value !== 'object' || value === null) return false
  const { kind, text } = value as Record<string, unknown>
  return (kind === 'success' || kind === 'error') && typeof text === 'string' && text.length <= MAX_TEXT
}
