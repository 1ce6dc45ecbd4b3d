import { homeOf, type Role } from './account.ts'

/** Visible ASCII without the backslash, and never two slashes in a row: no browser reads another host into it. */
const ownAddress = /^\/(?!\/)(?:(?!\/\/)[!"$-[\]-~])*$/
const doors = /^\/(?:login|logout)(?:[/?.]|$)/

/**
 * Where someone was when they were asked to log in, out of what a browser sent; null unless it is an address on this
 * site. The log-in itself is not one to come back to.
 *
 * ### Example
 * `/listing/1?days=3` is one; `//evil.test`, `/\evil.test`, `https://evil.test` and `/login` are not.
 */
export function comeBackTo(sent: unknown): string | null {
  if (typeof sent !== 'string' || sent.length > 500) return null
  return ownAddress.test(sent) && !doors.test(sent) ? sent : null
}

/** Where a person lands after logging in: where they were when asked to, otherwise their own home. */
export function landingOf(role: Role, next: string | null): string {
  const target = comeBackTo(next)
  if (!target) return homeOf(role)
  const [first] = target.slice(1).split(/[/?.]/)
  const othersArea = role === 'admin' ? first === 'profile' : first === 'admin'
  return othersArea ? homeOf(role) : target
}

/** The link that asks someone to log in and brings them back to `here`, a path with its query. */
export function loginHref(here: string): string {
  const next = comeBackTo(here)
  return next ? `/login?next=${encodeURIComponent(next)}` : '/login'
}
