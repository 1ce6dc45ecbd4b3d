import { decideObjection, decideWaive } from '#domain/rental/late-fee.ts'
import { isLate, lateFeeSoFar } from '#domain/rental/late.ts'
import { saidBack } from '#domain/rental/possession.ts'
import { formatPeso } from '#domain/money.ts'
import { formatDay, formatInstant, formatPeriod, lastDay } from '#domain/period.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { PrintButton } from '#app/ui/print-button.tsx'
import { ReceiptLink } from '#app/ui/receipt-link.tsx'
import type { RentalOfParty } from '#server/rental/find-rental-of-party.ts'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { admit } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { debtsOf } from '../debt/debts-of.ts'
import { Debts } from '../debt/debts.tsx'
import { answerLatePost } from './answer-late-post.ts'
import { ObjectionForm, WaiveForms } from './late-forms.tsx'
import { lateWords } from './late-words.ts'
import { redirectToTracker, rentalOf } from '#app/rental-of.ts'
import { trackerOf } from '#app/tracker-path.ts'
import { Link } from '#app/ui/link.tsx'
import type { Route } from './+types/late.ts'

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const rental = await rentalOf(ctx, args.params.rentalId)
  const now = ctx.clock.now()
  const { fee, side, title, orderNumber, period, pricePerDayCentavos, objection } = rental
  if (!fee.fixed && !(rental.status === 'Active' && isLate(rental, now))) throw await redirectToTracker()
  const partner = side === 'owner' ? rental.renterName : rental.ownerName
  const running = lateFeeSoFar({ ...rental, waived: fee.waived }, now)
  const centavos = fee.fixed?.centavos ?? running.centavos
  const isDecided = fee.fixed?.openDispute === 'decided'
  const isDisputed = fee.fixed?.objectedAt != null
  return {
    rentalId: rental.rentalId,
    isDisputed,
    title,
    orderNumber,
    side,
    partner,
    period,
    pricePerDayCentavos,
    centavos,
    days: fee.fixed?.days ?? running.days,
    cameBack: cameBackOf(rental),
    depositCentavos: isDisputed ? null : (fee.fixed?.depositCentavos ?? null),
    words: lateWords(rental, side, partner, now),
    objection,
    mayWaive: side === 'owner' && fee.waived !== 'all' && decideWaive({ ...rental, fee }, 'all', now).ok,
    names: { owner: rental.ownerName, renter: rental.renterName },
    debts: await debtsOf(ctx, rental),
    mayObject: side === 'renter' && centavos > 0 && !isDecided && decideObjection(fee, now).ok,
  }
}

function cameBackOf({ fee, returnedAt, ...said }: RentalOfParty): string {
  if (fee.fixed?.isLost) return 'Never'
  if (fee.fixed && returnedAt) return formatInstant(returnedAt)
  return saidBack(said) ? 'Not confirmed yet' : 'Not yet'
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  const { rentalId } = await rentalOf(ctx, args.params.rentalId)
  return answerLatePost(ctx, rentalId, args.request)
}

/** After a refusal the page shows the current fee. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Late fee for ${loaderData.title}` : 'Late fee', matches) },
]

export default function LatePage({ loaderData, actionData }: Route.ComponentProps) {
  const { title, orderNumber, side, partner, period, words, objection, mayWaive, mayObject } = loaderData
  const { centavos, days, depositCentavos, cameBack, pricePerDayCentavos, isDisputed } = loaderData
  const { rentalId, names, debts } = loaderData
  useReloadOn('rental')
  return (
    <>
      <div data-print="hide">
        <BackLink to={trackerOf(side)}>Rental Tracker</BackLink>
      </div>
      <PageHeading title="Late fee" lead={`${title}, ${formatPeriod(period)}.`} />
      <div className="grid max-w-3xl gap-10">
        <Card as="section" aria-label="Late fee">
          <div className="grid gap-1 text-lg">
            {words.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {isDisputed ? (
              <p>
                <Link to={rentalPath(rentalId, 'claim')} className="link">
                  See the dispute
                </Link>
              </p>
            ) : null}
          </div>
          <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
            <Fact label="Due back">{formatDay(lastDay(period))}</Fact>
            <Fact label="Came back">{cameBack}</Fact>
            <Fact label="Days that count">{days}</Fact>
            <Fact label="Price a day">{formatPeso(pricePerDayCentavos)}</Fact>
            <Fact label="Late fee">{isDisputed ? 'In the dispute' : formatPeso(centavos)}</Fact>
            {depositCentavos === null ? null : (
              <Fact label="From the deposit">{formatPeso(depositCentavos)}</Fact>
            )}
            {depositCentavos !== null && centavos > depositCentavos && debts.length === 0 ? (
              <Fact label={side === 'owner' ? 'Owed to you' : 'You owe'}>
                {formatPeso(centavos - depositCentavos)}
              </Fact>
            ) : null}
            <Fact label={side === 'owner' ? 'Renter' : 'Owner'}>{partner}</Fact>
            <Fact label="Order" className="max-sm:col-span-2">
              <ReceiptLink number={orderNumber} />
            </Fact>
          </dl>
          <p className="mt-5 text-sm text-muted">
            After 12:00 of the day after the last day, each day costs the price of a day, seven at most. What
            goes beyond the deposit is between the two of you; we take no fee on it.
          </p>
          <PrintButton variant="quiet" size="sm" className="mt-3" />
        </Card>
        <Debts {...{ debts, names, rental: { rentalId, title, orderNumber } }} prints={false} />
        {objection ? (
          <section aria-labelledby="objection-heading">
            <h2 id="objection-heading" className="mb-3 text-xl">
              The objection
            </h2>
            <p className="max-w-prose whitespace-pre-wrap wrap-anywhere">{objection}</p>
          </section>
        ) : null}
        {mayWaive ? <WaiveForms centavos={centavos} problem={actionData} /> : null}
        {mayObject ? <ObjectionForm problem={actionData} /> : null}
      </div>
    </>
  )
}
