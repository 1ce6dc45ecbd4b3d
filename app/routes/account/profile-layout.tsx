import { Fragment } from 'react'
import { CalendarCheck, Heart, LayoutDashboard, MessageCircle, Settings, Store } from 'lucide-react'
import { Outlet, useLocation } from 'react-router'
import { useCounts } from '#app/live/use-counts.ts'
import { SideNav, type SideLink } from '#app/ui/side-nav.tsx'
import { ConfirmEmailBanner } from './confirm-email-banner.tsx'
import { admit, guard } from '#app/request.ts'
import type { Route } from './+types/profile-layout.ts'

export const middleware = [guard('profile')]

export function loader(args: Route.LoaderArgs) {
  const { actor } = admit(args, 'profile')
  const { firstName, lastName, email, picture, role } = actor
  return {
    person: { name: `${firstName} ${lastName}`, email, picture },
    role,
    confirmed: actor.emailVerified === true,
  }
}

const dashboard: SideLink = { to: '/profile', label: 'Dashboard', Icon: LayoutDashboard, end: true }
const listings: SideLink = { to: '/profile/listings', label: 'My Listings', Icon: Store }
const favorites: SideLink = { to: '/profile/favorites', label: 'Favorites', Icon: Heart }
const messages: SideLink = { to: '/profile/messages', label: 'Messages', Icon: MessageCircle }
const tracker: SideLink = { to: '/profile/rental-tracker', label: 'Rental Tracker', Icon: CalendarCheck }
const settings: SideLink = { to: '/profile/settings', label: 'Settings', Icon: Settings }

export default function ProfileLayout({ loaderData }: Route.ComponentProps) {
  const { person, role, confirmed } = loaderData
  // A new page for each address: what was typed about one rental must not stand in the form of another.
  const { pathname } = useLocation()
  const conversations = { ...messages, unread: useCounts()?.messages }
  return (
    <div className="page grid grid-cols-1 gap-8 py-6 md:py-10 lg:grid-cols-[16.5rem_minmax(0,1fr)] lg:gap-10">
      <SideNav
        label="Profile"
        person={person}
        links={
          role === 'owner'
            ? [dashboard, listings, conversations, tracker, settings]
            : [dashboard, favorites, conversations, tracker, settings]
        }
      />
      <div className="min-w-0">
        {confirmed ? null : <ConfirmEmailBanner email={person.email} />}
        <Fragment key={pathname}>
          <Outlet />
        </Fragment>
      </div>
    </div>
  )
}
