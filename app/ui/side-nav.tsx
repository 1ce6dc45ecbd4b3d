import { UnreadBadge } from './count-badge.tsx'
import { Form, useLocation } from 'react-router'
import { LogOut, type LucideIcon } from 'lucide-react'
import { NavLink } from './link.tsx'
import { PersonPicture } from './person-picture.tsx'
import { cx } from './primitives/cx.ts'
import { useScrollToCurrent } from './use-scroll-to-current.ts'

export type SideLink = { to: string; label: string; Icon: LucideIcon; end?: boolean; unread?: number }

type SideNavProps = {
  label: string
  person: { name: string; email: string; picture: string | null }
  links: readonly SideLink[]
}

/** With more links than this, the bar is one row that scrolls sideways. */
const MOST_IN_ROWS = 10

/** The person and the links of an area: a column beside the page, on a phone a bar above it. */
export function SideNav({ label, person, links }: SideNavProps) {
  const list = useScrollToCurrent(useLocation().pathname)
  const inOneRow = links.length > MOST_IN_ROWS
  return (
    <aside
      data-print="hide"
      className={
        'rounded-xl border border-line bg-card p-3 shadow-card lg:sticky lg:top-24 ' +
        'lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto lg:p-4 [scrollbar-width:thin]'
      }
    >
      <div className="flex flex-wrap items-center gap-3 lg:flex-col lg:gap-2 lg:px-2 lg:pt-4 lg:pb-3 lg:text-center">
        <PersonPicture picture={person.picture} size={88} className="size-11 bg-sunken lg:size-22" />
        <div className="min-w-0 grow basis-20 lg:w-full lg:basis-auto">
          <p className="font-display leading-snug font-semibold wrap-anywhere lg:text-lg">{person.name}</p>
          <p className="truncate text-sm text-muted lg:break-all lg:whitespace-normal">{person.email}</p>
        </div>
        <LogoutButton className="lg:hidden" />
      </div>
      <nav aria-label={label} className="mt-3 -mb-1 border-t border-line pt-2 lg:mb-0 lg:pt-3">
        <ul
          ref={list}
          className={cx(
            'flex sm:gap-1 lg:grid',
            inOneRow ? 'max-lg:overflow-x-auto max-lg:pb-2 [scrollbar-width:thin]' : 'flex-wrap',
          )}
        >
          {links.map(({ to, label: text, Icon, end, unread = 0 }) => (
            <li key={to} className="shrink-0">
              <NavLink
                to={to}
                end={end}
                prefetch="intent"
                className={
                  'flex min-h-11 items-center gap-2.5 rounded-md px-2 text-sm font-medium ' +
                  'whitespace-nowrap hover:bg-sunken ' +
                  'sm:px-3 sm:text-base lg:min-h-10 ' +
                  '-outline-offset-3 aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold ' +
                  'aria-[current=page]:text-accent'
                }
              >
                <Icon aria-hidden="true" className="hidden size-5 shrink-0 sm:block" />
                {text}
                <UnreadBadge count={unread} />
              </NavLink>
            </li>
          ))}
          <li className="mt-2 hidden border-t border-line pt-2 lg:block">
            <LogoutButton className="w-full" />
          </li>
        </ul>
      </nav>
    </aside>
  )
}

function LogoutButton({ className }: { className: string }) {
  return (
    <Form method="post" action="/logout" className={className}>
      <button
        type="submit"
        className={
          'flex min-h-11 w-full items-center gap-2.5 rounded-md px-2 text-sm font-medium ' +
          '-outline-offset-3 hover:bg-sunken sm:px-3 sm:text-base'
        }
      >
        <LogOut aria-hidden="true" className="size-5 shrink-0" />
        Logout
      </button>
    </Form>
  )
}
