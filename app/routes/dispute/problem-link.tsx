import { Flag } from 'lucide-react'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import type { Tracked } from '#app/tracked.ts'

/** The link to the dispute page of a rental, to report a problem or to see the dispute that there is. */
export function ProblemLink({ rental }: { rental: Tracked }) {
  const { dispute, canReport } = rental
  const claim = rental.deposit?.is
  // The state of the deposit then links to the same page (`See the claim`).
  const showsClaim = claim === 'claimed' || (claim === 'decided' && !dispute?.isOpen)
  if (!canReport && (!dispute || showsClaim)) return null
  const label = canReport ? 'Report a problem' : 'See the dispute'
  return (
    <ButtonLink
      to={rentalPath(rental.id, 'claim')}
      variant={dispute?.isOpen ? 'secondary' : 'quiet'}
      size="sm"
      aria-label={`${label}: ${rental.title}`}
    >
      <Flag aria-hidden="true" className="size-4" />
      {label}
    </ButtonLink>
  )
}
