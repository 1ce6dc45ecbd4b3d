import type { ComponentProps, ComponentType } from 'react'
import { Link as RouterLink, NavLink as RouterNavLink, useLocation } from 'react-router'

type LinkProps = Omit<ComponentProps<typeof RouterLink>, 'relative' | 'viewTransition' | 'mask'>
/** `to` has no search and no hash, and is in lower case. */
type NavLinkProps = LinkProps & { to: string; className: string; end?: boolean }

/** A path from the root, which React Router would not change. */
const isAbsolute = (to: unknown): to is string => typeof to === 'string' && /^\/(?!\/)/.test(to)

/** Writes the same `<a>` as React Router's link, without its hooks: they resolve each of a page's addresses twice. */
export function ServerLink(props: LinkProps) {
  const { to, discover = 'render', prefetch: _, reloadDocument: _reload, ...others } = props
  const { replace: _replace, state: _state, preventScrollReset: _scroll, ...rest } = others
  if (!isAbsolute(to)) return <RouterLink {...props} />
  // oxlint-disable-next-line anchor-has-content -- `rest` has it
  return <a {...rest} href={to} data-discover={discover === 'render' ? 'true' : undefined} />
}

export function ServerNavLink({ end = false, className, ...rest }: NavLinkProps) {
  const pathname = useLocation().pathname.toLowerCase()
  const { to } = rest
  const isActive = pathname === to || (!end && pathname.startsWith(`${to}/`))
  return (
    <ServerLink
      {...rest}
      aria-current={isActive ? 'page' : undefined}
      className={isActive ? `${className} active` : className}
    />
  )
}

/** React Router's link; on the server a plain `<a>`, which is faster. All links of the site are made by it. */
export const Link: ComponentType<LinkProps> = import.meta.env.SSR ? ServerLink : RouterLink

/** React Router's `NavLink`, the same way: current on the page `to`, and without `end` on a page below it. */
export const NavLink: ComponentType<NavLinkProps> = import.meta.env.SSR ? ServerNavLink : RouterNavLink
