import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '#app/ui/primitives/card.tsx'

export type SettingsLink = { to: string; label: string; text: string; Icon: LucideIcon }

/** The other pages of Settings. */
export function SettingsLinks({ links }: { links: readonly SettingsLink[] }) {
  return (
    <Card as="nav" aria-label="More settings" padding="none" className="overflow-hidden">
      <ul role="list" className="divide-y divide-line">
        {links.map(({ to, label, text, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-16 items-center gap-4 px-5 py-3.5 -outline-offset-3 hover:bg-sunken"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" />
              <span className="grow">
                <span className="block font-semibold">{label}</span>
                <span className="block text-sm text-muted">{text}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
