import { DisputeThread } from '#app/ui/dispute-thread.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import type { DisputePageView, DisputeView } from './view-dispute-page.ts'

/** The disputes about a rental, the oldest first; the last one can perhaps be accepted. */
export function DisputesSection({ page, here }: { page: DisputePageView; here: string }) {
  const { disputes, names, now, side, partner, may } = page
  const last = disputes.at(-1)
  return disputes.map((dispute, index) => (
    <DisputeThread
      key={dispute.id}
      {...{ dispute, names, now }}
      viewer={side}
      number={disputes.length > 1 ? index + 1 : undefined}
    >
      {dispute === last && (may.acceptDemand || may.acceptDecision) ? (
        <ButtonLink
          to={`${here}?ask=accept`}
          className="mt-5"
          variant={may.acceptDecision ? 'primary' : 'secondary'}
          preventScrollReset
          replace
        >
          {may.acceptDecision ? 'Accept the decision' : `Accept what ${partner} asks for`}
        </ButtonLink>
      ) : null}
      {dispute === last && hasAccepted(dispute, side) ? (
        <p className="mt-4 text-muted">You have accepted the decision.</p>
      ) : null}
    </DisputeThread>
  ))
}

const hasAccepted = (dispute: DisputeView, side: DisputePageView['side']) =>
  !dispute.closedAt &&
  dispute.decidedAt !== null &&
  (side === 'owner' ? dispute.ownerAcceptedAt : dispute.renterAcceptedAt) !== null
