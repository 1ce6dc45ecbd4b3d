import type { MouseEvent } from 'react'
import { Form, useLocation } from 'react-router'
import { homeOf, type Role } from '#domain/account/account.ts'
import { loginHref } from '#domain/account/return-path.ts'
import { useCounts } from '#app/live/use-counts.ts'
import { Icon } from './icon.tsx'
import { UnreadBadge } from './count-badge.tsx'
import { Link, NavLink } from './link.tsx'
import { mainPages } from './main-pages.ts'
import { Button, ButtonLink, IconButton } from './primitives/button.tsx'

export type HeaderUser = { firstName: string; role: Role; picture: string | null }

type SiteMenuProps = {
  user: HeaderUser | null
  /** Opens the log-in modal where scripts run; the link to /login is there without them. */
  onLogin?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/** The small screen's menu: a native popover, so it opens without scripts, and a new page closes it. */
export function SiteMenu({ user, onLogin }: SiteMenuProps) {
  const location = useLocation()
  const links = user
    ? [...mainPages, { to: homeOf(user.role), label: user.role === 'admin' ? 'Admin' : 'Profile' }]
    : mainPages
  const unread = useCounts()?.messages ?? 0
  const askLogin = (event: MouseEvent<HTMLAnchorElement>) => {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    onLogin?.(event)
  }
  return (
    <div className="wide:hidden">
      <IconButton label="Menu" popoverTarget="site-menu" className="-mr-2">
        <Icon name="menu" className="size-6" />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="absolute top-1.5 right-1.5 size-2.5 rounded-full bg-accent sm:hidden"
          />
        ) : null}
      </IconButton>
      <div
        key={location.key}
        id="site-menu"
        popover="auto"
        className={
          'menu-sheet inset-x-3 top-3 bottom-auto m-0 ml-auto w-auto max-w-sm rounded-xl border ' +
          'border-line bg-card p-3 text-ink shadow-lift'
        }
      >
        <div className="flex items-center justify-between pl-4">
          <p className="font-display text-lg font-bold">{user ? `Hello, ${user.firstName}` : 'Where to?'}</p>
          <IconButton label="Close menu" popoverTarget="site-menu" popoverTargetAction="hide">
            <Icon name="close" className="size-5" />
          </IconButton>
        </div>
        <nav aria-label="Main menu">
          <ul className="my-2 grid">
            {links.map((link) => (
              <li key={link.to}>
                <NavLink to={link.to} end={link.to === '/'} className="menu-link">
                  {link.label}
                </NavLink>
              </li>
            ))}
            {user && user.role !== 'admin' ? (
              <li className="sm:hidden">
                <NavLink to="/profile/messages" className="menu-link">
                  Messages
                  <UnreadBadge count={unread} />
                </NavLink>
              </li>
            ) : null}
            {user ? null : (
              <li>
                <Link to={loginHref('/profile')} onClick={askLogin} className="menu-link">
                  Profile
                </Link>
              </li>
            )}
          </ul>
        </nav>
        <div className="border-t border-line p-3 pb-1">
          {user ? (
            <Form method="post" action="/logout">
              <Button variant="secondary" className="w-full">
                Logout
              </Button>
            </Form>
          ) : (
            <ButtonLink to="/login" className="w-full" onClick={askLogin}>
              Log in
            </ButtonLink>
          )}
        </div>
      </div>
    </div>
  )
}
