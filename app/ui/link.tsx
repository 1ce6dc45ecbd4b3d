import type { ComponentProps, ComponentType } from 'react'
import { Link as RouterLink, NavLink as RouterNavLink, useLocation } from 'react-router'

type LinkProps = Omit<ComponentProps<typeof RouterLink>, 'relative' | 'viewTransition' | 'mask'>
/** `to` has no search and no hash, and is in small letters. */
type NavLinkProps = LinkProps & { to: string; className: string; end?: boolean }

/** An address that React Router would leave as it is. */
const isWhole = (to: unknown): to is string => typeof to === 'string' && /^\/(?!\/)/.test(to)

/**
 * The HTML of React Router's link, without its hooks: those are for the browser, and resolve each of the dozens of
 * addresses of a page twice.
 */
function WrittenLink(props: LinkProps) {
  const { to, discover = 'render', prefetch: _, reloadDocument: _reload, ...others } = props
  const { replace: _replace, state: _state, preventScrollReset: _scroll, ...rest } = others
  if (!isWhole(to)) return <RouterLink {...props} />
  // oxlint-disable-next-line anchor-has-content
  return <a {...rest} href={to} data-discover={discover === 'render' ? 'true' : undefined} />
}

function WrittenNavLink({ end = false, className, ...rest }: NavLinkProps) {
  const pathname = useLocation().pathname.toLowerCase()
  const { to } = rest
  const isActive = pathname === to || (!end && pathname.startsWith(`${to}/`))
  return (
    <WrittenLink
      {...rest}
      aria-current={isActive ? 'page' : undefined}
      className={isActive ? `${className} active` : className}
    />
  )
}

/** React Router's link; on the server, only its HTML. */
export const Link: ComponentType<LinkProps> = import.meta.env.SSR ? WrittenLink : RouterLink

/** React Router's link that says so while its page, or without `end` one below it, is shown; the same way. */
export const NavLink: ComponentType<NavLinkProps> = import.meta.env.SSR ? WrittenNavLink : RouterNavLink
