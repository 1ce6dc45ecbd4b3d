import { formatPeriod, lastDay } from '#domain/period.ts'
import { changeStateText, changeText } from '#domain/change/change.ts'
import { restGoesBackText } from '#domain/payment/payment.ts'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Fact } from '#app/ui/fact.tsx'
import type { Context } from '#server/context.ts'
import { findChanges, type FoundChanges } from '#server/change/find-changes.ts'
import { recordDenial } from '#app/attempt.ts'
import { admit, foundOf, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { answerChangePost } from './answer-change-post.ts'
import { changeOffers } from './change-offers.ts'
import { ChangeForms } from './change-forms.tsx'
import { openText, partsText, priceText } from './change-words.ts'
import { ChangeButtons } from './open-change.tsx'
import type { Route } from './+types/change.ts'

const tracker = '/profile/rental-tracker'

async function changesOf(ctx: Context, rentalId: string): Promise<FoundChanges> {
  return foundOf(recordDenial(ctx, await findChanges(ctx, uuidOf(rentalId))))
}

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const found = await changesOf(ctx, args.params.rentalId)
  const { rental, party, partnerName, changes } = found
  const now = ctx.clock.now()
  const shown = changes.map(({ id, from, to, state, answerBy, rentCentavos, feeCentavos, ...rest }) => ({
    id,
    from,
    to,
    state,
    answerBy,
    rentCentavos,
    feeCentavos,
    orderNumber: rest.orderNumber,
    holdsUntil: rest.holdsUntil,
  }))
  const open = shown.find(({ state }) => state === 'asked' || state === 'paying') ?? null
  return {
    rental: {
      id: rental.id,
      title: rental.title,
      period: rental.period,
      paymentMethod: rental.paymentMethod,
    },
    side: party.side,
    partnerName,
    open: open && { ...open, state: open.state as 'asked' | 'paying' },
    before: shown.filter((change) => change !== open),
    offers:
      party.side === 'renter' && !open
        ? { ...changeOffers(ctx, found, now), restBack: restGoesBackText(rental.payments, now) }
        : null,
  } as const
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  return answerChangePost(ctx, await changesOf(ctx, args.params.rentalId), args.request)
}

/** After a refusal the page shows what is possible now. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Days of ${loaderData.rental.title}` : 'Days', matches) },
]

export default function ChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { rental, side, partnerName, open, before, offers } = loaderData
  const isEmpty = !open && !offers && before.length === 0
  useReloadOn('rental')
  return (
    <>
      <BackLink to={`${tracker}/${rental.id}`}>{rental.title}</BackLink>
      <PageHeading title="Change the days" lead={`${rental.title}, ${formatPeriod(rental.period)}.`} />
      <div className="grid max-w-3xl gap-8">
        {open ? (
          <Card as="section" aria-label="Open request">
            <p className="text-lg">{openText(open, side, partnerName)}</p>
            <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-3">
              <Fact label="Now">{formatPeriod(open.from)}</Fact>
              <Fact label="Asked for">{formatPeriod(open.to)}</Fact>
              <Fact label="Price" note={open.rentCentavos === 0 ? undefined : partsText(open)}>
                {priceText(open, rental.paymentMethod)}
              </Fact>
            </dl>
            <div className="mt-5 flex flex-wrap gap-3">
              <ChangeButtons change={open} rental={rental} side={side} />
            </div>
          </Card>
        ) : null}
        {offers ? (
          <ChangeForms
            offers={offers}
            partnerName={partnerName}
            paymentMethod={rental.paymentMethod}
            last={lastDay(rental.period)}
            problem={actionData && !actionData.ok ? actionData : undefined}
          />
        ) : null}
        {isEmpty ? <p className="text-muted">Nobody has asked for other days.</p> : null}
        {before.length > 0 ? (
          <section aria-labelledby="before-heading">
            <h2 id="before-heading" className="text-xl">
              Asked before
            </h2>
            <ul role="list" className="mt-3 rounded-xl border border-line bg-card">
              {before.map((change) => (
                <li
                  key={change.id}
                  className={
                    'flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-line px-5 py-3 ' +
                    'last:border-b-0'
                  }
                >
                  <span className="min-w-0">
                    {changeText(change.from, change.to)}
                    <span className="block text-sm text-muted">
                      {priceText(change, rental.paymentMethod)}
                    </span>
                  </span>
                  <span className="font-semibold">{changeStateText(change.state)}</span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <p className="text-sm text-muted">
          <Link to="/help/change-the-days" className="link">
            How changing the days works
          </Link>
        </p>
      </div>
    </>
  )
}
