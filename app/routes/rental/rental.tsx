import { dayInManila } from '#domain/period.ts'
import { fittingDuration } from '#domain/pricing/pricing.ts'
import { waitsForReturn } from '#domain/rental/not-back.ts'
import { endSentence } from '#domain/text.ts'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { ListingPhoto } from '#app/ui/listing-photo.tsx'
import { PrintButton } from '#app/ui/print-button.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import type { Context } from '#server/context.ts'
import { similarAndFree } from '#server/listing/similar-listings.ts'
import { readWhere, type Where } from '#server/rental/read-where.ts'
import { findRental, type FoundRental } from '#server/rental/find-rental.ts'
import { recordDenial } from '#app/attempt.ts'
import { admit, foundOf, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { AskedAction } from './asked-action.tsx'
import { RentalBadges } from './rental-badges.tsx'
import { ProblemLink } from '../dispute/problem-link.tsx'
import { RentalButtons, RentalRefusals } from './rental-buttons.tsx'
import { RentalPanels } from './rental-panels.tsx'
import { RentalSummary } from './rental-summary.tsx'
import { type Instead, RentInstead } from './rent-instead.tsx'
import { shownRental } from './shown-rental.ts'
import { shownTimeline } from './shown-timeline.ts'
import { Timeline } from './timeline.tsx'
import type { Route } from './+types/rental.ts'

const tracker = '/profile/rental-tracker'

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const found = foundOf(recordDenial(ctx, await findRental(ctx, uuidOf(args.params.rentalId))))
  const view = found.party.side === 'owner' ? 'lent' : 'rented'
  return {
    view,
    lends: found.party.user.role === 'owner',
    rental: shownRental(found.rental, found.party.user, view, ctx.clock.now()),
    head: found.head,
    where: await whereOf(ctx, found),
    instead: await insteadOf(ctx, found),
    timeline: shownTimeline(found, ctx.settings.siteName),
  } as const
}

/** Where it is handed over, as long as there is something to see or to say. */
async function whereOf(ctx: Context, { rental }: FoundRental): Promise<Where | null> {
  const verdict = await readWhere(ctx, rental.id)
  return verdict.ok && !verdict.where.over ? verdict.where : null
}

/**
 * What its renter may rent in its place, when others ended the rental before it began, or when it waits for an item
 * that is not back; null otherwise.
 */
async function insteadOf(ctx: Context, { rental, party, timeline }: FoundRental): Promise<Instead | null> {
  const { status, period, durationDays, deliveryOption, listingId } = rental
  const today = dayInManila(ctx.clock.now())
  const isOver = status === 'Rejected' || status === 'Cancelled' || waitsForReturn(rental, ctx.clock.now())
  const isTheirWish = timeline.findLast(({ facts }) => facts.to === status)?.kind === 'cancel'
  if (party.side !== 'renter' || !isOver || isTheirWish || period.start < today) return null
  const listings = await similarAndFree(ctx.db, listingId, { viewer: ctx.actor, period, today })
  return { listings, startDate: period.start, durationDays: fittingDuration(durationDays), deliveryOption }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Rental of ${loaderData.rental.title}` : 'Rental', matches) },
]

export default function RentalPage({ loaderData }: Route.ComponentProps) {
  const { view, lends, rental, head, timeline } = loaderData
  const here = `${tracker}/${rental.id}`
  const postTo = `${tracker}?from=rental`
  useReloadOn('rental')
  return (
    <>
      <div data-print="hide">
        <BackLink to={lends && view === 'rented' ? `${tracker}?view=rented` : tracker}>
          Rental Tracker
        </BackLink>
      </div>
      <PageHeading
        title={rental.title}
        lead={endSentence(
          view === 'lent' ? `Rented by ${rental.partnerName}` : `Rented from ${rental.partnerName}`,
        )}
        actions={<PrintButton />}
      />
      <AskedAction rental={rental} cancelTo={here} postTo={postTo} />
      <Card
        as="section"
        aria-label="Rental"
        padding="none"
        className={
          'grid items-start gap-x-6 p-4 sm:grid-cols-[11rem_minmax(0,1fr)] sm:p-6 ' +
          'print:block print:border-0 print:p-0'
        }
      >
        <ListingPhoto
          photo={rental.photo}
          alt=""
          sizes="(min-width: 640px) 176px, 90vw"
          className="rounded-lg max-sm:mb-4 print:hidden"
        />
        <div className="min-w-0">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <RentalBadges rental={rental} />
            {rental.canOpen ? (
              <Link to={`/listing/${rental.listingId}`} className="link text-sm" data-print="hide">
                See the listing
              </Link>
            ) : null}
          </div>
          <RentalSummary rental={rental} />
          <RentalButtons rental={rental} view={view} askFrom={here} postTo={postTo}>
            <ProblemLink rental={rental} />
          </RentalButtons>
          <RentalRefusals rental={rental} />
        </div>
      </Card>
      <RentalPanels rental={rental} view={view} where={loaderData.where} />
      {loaderData.instead ? <RentInstead {...loaderData.instead} /> : null}
      <Timeline entries={timeline} head={head} />
    </>
  )
}
