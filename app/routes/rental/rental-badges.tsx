import type { HandoverProof } from '#domain/rental/possession.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { RentalEventBadge, RentalStatusBadge } from '#app/ui/status-badge.tsx'
import type { ShownPossession, Tracked } from '#app/tracked.ts'

/** The status of a rental, and the facts beside it, each as a badge. */
export function RentalBadges({ rental }: { rental: Tracked }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      {rental.badges.map((badge) => (
        <RentalEventBadge key={badge} badge={badge} />
      ))}
      {rental.dispute?.isOpen ? <Badge tone="warning">Disputed</Badge> : null}
      <RentalStatusBadge status={rental.status} />
      {proofTexts(rental.possession).map((proof) => (
        <Badge key={proof}>
          {/* These words are nearly as wide as their place on a phone: they wrap rather than widen the page. */}
          <span className="min-w-0 break-words whitespace-normal">{proof}</span>
        </Badge>
      ))}
    </span>
  )
}

const words: Record<HandoverProof, string> = {
  owner: 'said by the owner',
  renter: 'said by the renter',
  both: 'confirmed by both',
  admin: 'noted by us',
}

/** How the handover and the return were proved. */
function proofTexts({
  handoverProof,
  handoverObjectedAt,
  returnProof,
  returnObjectedAt,
}: ShownPossession): string[] {
  return [
    handoverProof ? `Handover ${handoverObjectedAt ? 'contested' : words[handoverProof]}` : '',
    returnProof ? `Return ${returnObjectedAt ? 'contested' : words[returnProof]}` : '',
  ].filter(Boolean)
}
