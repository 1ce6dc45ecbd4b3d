import type { MouseEvent, ReactNode } from 'react'
import { Form } from 'react-router'
import { homeOf } from '#domain/account/account.ts'
import { loginHref } from '#domain/account/return-path.ts'
import { useCounts } from '#app/live/use-counts.ts'
import { Logo } from './brand.tsx'
import { spokenCount } from './count-badge.tsx'
import { IconLink } from './icon-link.tsx'
import { Link, NavLink } from './link.tsx'
import { mainPages } from './main-pages.ts'
import { type HeaderUser, SiteMenu } from './site-menu.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { UnreadStatus } from './unread-status.tsx'
import { Button, ButtonLink } from './primitives/button.tsx'

export type SiteHeaderProps = {
  siteName: string
  user: HeaderUser | null
  cartCount: number
  showCart: boolean
  /** The search, with its suggestions. */
  searchBox?: ReactNode
  /** Opens the log-in modal where scripts run; the link to /login is there without them. */
  onLogin?: (event: MouseEvent<HTMLAnchorElement>) => void
}

/**
 * The top of every page: main pages, search, theme, cart and log-in. Renters and owners also have their notices and
 * messages here; admins have not. On narrow screens the links move into the menu.
 */
export function SiteHeader(props: SiteHeaderProps) {
  const { siteName, user, cartCount, showCart, searchBox, onLogin } = props
  const { messages, notices } = useCounts() ?? { messages: 0, notices: 0 }
  return (
    <>
      <a
        href="#main"
        className={
          'skip-link sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-60 focus:rounded-full ' +
          'focus:bg-accent focus:px-5 focus:py-3 focus:font-semibold focus:text-on-accent'
        }
      >
        Skip to content
      </a>
      <header data-print="hide" className="z-40 border-b border-line bg-paper md:sticky md:top-0">
        <div className="page flex flex-wrap items-center gap-y-2 py-2.5 sm:gap-x-2 wide:flex-nowrap">
          <Link to="/" aria-label={`${siteName}, home`} className="mr-auto rounded-md wide:mr-3">
            <Logo siteName={siteName} />
          </Link>
          <MainNav />
          <div
            className={
              'order-last w-full md:order-none md:ml-3 md:w-auto md:max-w-88 md:min-w-52 md:grow ' +
              'wide:ml-auto wide:min-w-40 xl:min-w-62'
            }
          >
            {searchBox}
          </div>
          <ThemeToggle />
          {user && user.role !== 'admin' ? (
            <>
              <IconLink
                to="/profile/notices"
                icon="bell"
                title="Notices"
                label={withUnread('Notices', notices)}
                count={notices}
              />
              <IconLink
                to="/profile/messages"
                icon="message"
                title="Messages"
                label={withUnread('Messages', messages)}
                count={messages}
                isInMenu
              />
            </>
          ) : null}
          {showCart ? (
            <IconLink
              to="/cart"
              icon="basket"
              title="Cart"
              label={cartCount === 1 ? 'Cart, 1 item' : `Cart, ${cartCount} items`}
              count={cartCount}
            />
          ) : null}
          <div className="hidden shrink-0 items-center gap-2 wide:flex">
            <AccountLinks user={user} onLogin={onLogin} />
          </div>
          <SiteMenu user={user} onLogin={onLogin} />
        </div>
        {user ? (
          <>
            <UnreadStatus of="message" />
            <UnreadStatus of="notice" />
          </>
        ) : null}
      </header>
    </>
  )
}

function MainNav() {
  return (
    <nav aria-label="Main" className="hidden wide:block">
      <ul className="flex">
        {mainPages.map((place) => (
          <li key={place.to}>
            <NavLink to={place.to} end={place.to === '/'} prefetch="intent" className="nav-link">
              {place.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const withUnread = (title: string, unread: number) =>
  unread === 0 ? title : `${title}, ${spokenCount(unread)} unread`

function AccountLinks({ user, onLogin }: Pick<SiteHeaderProps, 'user' | 'onLogin'>) {
  if (!user) {
    return (
      <>
        <Link to={loginHref('/profile')} onClick={onLogin} className="nav-link">
          Profile
        </Link>
        <ButtonLink to="/login" onClick={onLogin}>
          Log in
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <NavLink to={homeOf(user.role)} className="nav-link gap-2 pl-2">
        <Avatar user={user} />
        {user.role === 'admin' ? 'Admin' : 'Profile'}
      </NavLink>
      <Form method="post" action="/logout">
        <Button variant="secondary" size="sm">
          Logout
        </Button>
      </Form>
    </>
  )
}

function Avatar({ user }: { user: HeaderUser }) {
  if (user.picture) {
    return (
      <img src={user.picture} alt="" width={32} height={32} className="size-8 rounded-full object-cover" />
    )
  }
  return (
    <span
      aria-hidden="true"
      className="grid size-8 place-items-center rounded-full bg-accent-soft text-sm font-bold text-accent"
    >
      {user.firstName.slice(0, 1).toUpperCase()}
    </span>
  )
}
