import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '#app/ui/primitives/card.tsx'

export type SettingsLink = { to: string; label: string; text: string; Icon: LucideIcon }

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
