import { RentalEventBadge, RentalStatusBadge } from '#app/ui/status-badge.tsx'
import type { Tracked } from './tracked.ts'

/** The status of a rental, and the facts beside it, each as a badge. */
export function RentalBadges({ rental }: { rental: Tracked }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {rental.badges.map((badge) => (
        <RentalEventBadge key={badge} badge={badge} />
      ))}
      <RentalStatusBadge status={rental.status} />
    </span>
  )
}
