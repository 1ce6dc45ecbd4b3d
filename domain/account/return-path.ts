import { homeOf, type Role } from './account.ts'

/**
 * A path of this site: it starts with a slash, has only visible ASCII without `\` and `#`, and never `//`, so that no
 * browser takes it for the address of another host.
 */
const ownAddress = /^\/(?!\/)(?:(?!\/\/)[!"$-[\]-~])*$/
const loginPages = /^\/(?:login|logout)(?:[/?.]|$)/

/**
 * The page to return to after a log-in or another form, from what the browser sent as `next`; null unless it is an
 * address on this site other than the log-in page.
 * ### Example `/listing/1?days=3` is accepted; `//evil.test`, `/\evil.test`, `https://evil.test` and `/login` are not.
 */
export function returnPathOf(sent: unknown): string | null {
  if (typeof sent !== 'string' || sent.length > 500) return null
  return ownAddress.test(sent) && !loginPages.test(sent) ? sent : null
}

/**
 * Where a person lands after logging in: on the page where they were asked to log in, otherwise on their role's home
 * page.
 */
export function pathAfterLogin(role: Role, next: string | null): string {
  const target = returnPathOf(next)
  if (!target) return homeOf(role)
  const [first] = target.slice(1).split(/[/?.]/)
  const othersArea = role === 'admin' ? first === 'profile' : first === 'admin'
  return othersArea ? homeOf(role) : target
}

/** The link that asks someone to log in and brings them back to `here`, a path with its query. */
export function loginHref(here: string): string {
  const next = returnPathOf(here)
  return next ? `/login?next=${encodeURIComponent(next)}` : '/login'
}

/**
 * The path to write into an email, or on a page for guests, that leads to `path`. A page of a person's own area and a
 * receipt are reached by the log-in, as guests are sent to the home page from the one and get a 404 from the other.
 * The log-in sends whoever is logged in straight on.
 */
export function pathByLogIn(path: string): string {
  if (!/^\/(?:profile|admin|receipt)(?:[/?]|$)/.test(path)) return path
  return `/login?next=${encodeURIComponent(path).replaceAll('%2F', '/')}`
}
