import { formatPeso } from '#domain/money.ts'
import { formatInstant } from '#domain/period.ts'
import { ListingPhoto, type PhotoRef } from './listing-photo.tsx'

/** The data of a claim: amount, answer and decision so far. */
export type ShownClaim = {
  centavos: number
  reason: string
  createdAt: Date
  photos: readonly PhotoRef[]
  answer: string | null
  answeredAt: Date | null
  grantedCentavos: number | null
  decision: string | null
  decidedAt: Date | null
}

type ClaimDetailsProps = { claim: ShownClaim; ownerName: string; renterName: string }

/**
 * A claim on a deposit as its two people and admins read it: the reason and its photos, the answer, and the decision.
 */
export function ClaimDetails({ claim, ownerName, renterName }: ClaimDetailsProps) {
  return (
    <div className="grid gap-6">
      <Said
        by={ownerName}
        at={claim.createdAt}
        what={`claims ${formatPeso(claim.centavos)}`}
        text={claim.reason}
      />
      {claim.photos.length > 0 ? (
        <ul role="list" aria-label="Photos of the claim" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {claim.photos.map((photo, index) => (
            <li key={photo.id}>
              <a
                href={`/claim-photos/${photo.id}/${photo.widths.at(-1)}.webp`}
                target="_blank"
                rel="noreferrer"
                className="block overflow-hidden rounded-lg border border-line"
              >
                <ListingPhoto
                  photo={photo}
                  from="/claim-photos"
                  alt={`Photo ${index + 1} of the claim, in full size`}
                  sizes="(min-width: 640px) 240px, 45vw"
                />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {claim.answer && claim.answeredAt ? (
        <Said by={renterName} at={claim.answeredAt} what="answers" text={claim.answer} />
      ) : null}
      {claim.decidedAt ? (
        <Said
          by="Our decision"
          at={claim.decidedAt}
          what={`${formatPeso(claim.grantedCentavos!)} of ${formatPeso(claim.centavos)} granted`}
          text={claim.decision!}
        />
      ) : null}
    </div>
  )
}

function Said({ by, at, what, text }: { by: string; at: Date; what: string; text: string }) {
  return (
    <div className="border-l-2 border-line pl-4">
      <p>
        <span className="font-semibold">{by}</span> <span className="font-semibold tabular-nums">{what}</span>
        <span className="block text-sm text-muted">{formatInstant(at)}</span>
      </p>
      <p className="mt-2 break-words whitespace-pre-line">{text}</p>
    </div>
  )
}
