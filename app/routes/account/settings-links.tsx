import {
  Bell,
  CalendarPlus,
  ChevronRight,
  Database,
  KeyRound,
  Mail,
  MonitorSmartphone,
  ShieldCheck,
  Store,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import type { Role } from '#domain/account/account.ts'
import { Link } from '#app/ui/link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'

type SettingsLink = { to: string; label: string; text: string; Icon: LucideIcon }

/** The other pages on which someone of this role can change something about their account. */
export function linksFor(role: Role): SettingsLink[] {
  const here = role === 'admin' ? '/admin/settings' : '/profile/settings'
  const safety = [
    { to: `${here}/email`, label: 'Email', text: 'Use another address.', Icon: Mail },
    { to: `${here}/password`, label: 'Password', text: 'Choose a new one.', Icon: KeyRound },
    {
      to: `${here}/two-factor`,
      label: 'Two-factor log-in',
      text: 'A code of your phone beside the password.',
      Icon: ShieldCheck,
    },
    {
      to: `${here}/sessions`,
      label: 'Sessions',
      text: 'Where you are logged in.',
      Icon: MonitorSmartphone,
    },
  ]
  if (role === 'admin') return safety
  return [
    ...safety,
    {
      to: `${here}/notifications`,
      label: 'Notifications',
      text: 'Choose what we write to you about.',
      Icon: Bell,
    },
    {
      to: `${here}/calendar`,
      label: 'Calendar',
      text: 'Your hand-overs and returns in your calendar.',
      Icon: CalendarPlus,
    },
    { to: `${here}/blocked`, label: 'Blocked people', text: 'People you blocked.', Icon: UserX },
    { to: `${here}/data`, label: 'Your data', text: 'Download it, or delete your account.', Icon: Database },
    ...(role === 'renter'
      ? [
          {
            to: '/profile/become-owner',
            label: 'Become an owner',
            text: 'Lend what rests in your cupboard.',
            Icon: Store,
          },
        ]
      : []),
  ]
}

/** The other pages of Settings. */
export function SettingsLinks({ links }: { links: readonly SettingsLink[] }) {
  return (
    <nav aria-label="More settings">
      <ul role="list" className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {links.map(({ to, label, text, Icon }) => (
          <li key={to}>
            <Card padding="none" className="h-full overflow-hidden">
              <Link
                to={to}
                prefetch="intent"
                className="flex h-full min-h-16 items-center gap-4 px-5 py-4 -outline-offset-3 hover:bg-sunken"
              >
                <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" />
                <span className="grow">
                  <span className="block font-semibold">{label}</span>
                  <span className="block text-sm text-muted">{text}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
              </Link>
            </Card>
          </li>
        ))}
      </ul>
    </nav>
  )
}
