import { formatInstant, formatPeriod } from '#domain/period.ts'
import { noShowForm } from '#domain/rental/no-show-form.ts'
import { decideNoShow, noShowFrom } from '#domain/rental/no-show.ts'
import { NO_SHOW_ANSWER_HOURS } from '#domain/rental-limits.ts'
import { otherSide } from '#domain/side.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { ReceiptLink } from '#app/ui/receipt-link.tsx'
import { RentalStatusBadge } from '#app/ui/status-badge.tsx'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { sayNoShow, takeBackNoShow } from '#server/rental/say-no-show.ts'
import { answerButton } from '#app/answer-form.ts'
import { admit, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { noShowWords } from './no-show-words.ts'
import { rentalOf } from '#app/rental-of.ts'
import { trackerOf } from '#app/tracker-path.ts'
import type { Route } from './+types/no-show.ts'

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const rental = await rentalOf(ctx, args.params.rentalId)
  const { side, title, orderNumber, period, status, noShow, paymentMethod, isSettledByDispute } = rental
  const partner = side === 'owner' ? rental.renterName : rental.ownerName
  const verdict = decideNoShow(rental, side, ctx.clock.now())
  return {
    side,
    title,
    orderNumber,
    period,
    status,
    partner,
    paymentMethod,
    isSettledByDispute,
    words: noShowWords(noShow, side, partner, rental.isDisputed),
    theySaid: noShow[otherSide(side)] !== null,
    mayTakeBack: status === 'Approved' && noShow[side] !== null,
    from: noShowFrom(rental, side),
    refusal: verdict.ok || noShow[side] ? null : verdict.message,
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  const { rentalId } = await rentalOf(ctx, args.params.rentalId)
  const formData = await formDataOf(args.request)
  const says = formData.get('intent') === 'say'
  return answerButton(ctx, formData, {
    schema: noShowForm,
    act: () => (says ? sayNoShow(ctx, { rentalId }) : takeBackNoShow(ctx, { rentalId })),
    to: rentalPath(rentalId, 'no-show'),
    done: says ? 'Noted. The other side is told.' : 'Taken back. The other side is told.',
  })
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Hand-over of ${loaderData.title}` : 'Hand-over', matches) },
]

export default function NoShowPage({ loaderData }: Route.ComponentProps) {
  const { side, title, orderNumber, period, status, partner, words, theySaid } = loaderData
  const { from, refusal, mayTakeBack } = loaderData
  useReloadOn('rental')
  return (
    <>
      <BackLink to={trackerOf(side)}>Rental Tracker</BackLink>
      <PageHeading title="Did they come?" lead={`${title}, ${formatPeriod(period)}.`} />
      <div className="grid max-w-3xl grid-cols-1 gap-8">
        <Card as="section" aria-label="Hand-over">
          <RentalStatusBadge status={status} />
          <div className="mt-3 grid gap-1 text-lg">
            {words.length > 0
              ? words.map((text) => <p key={text}>{text}</p>)
              : status === 'Approved'
                ? [<p key="none">Nobody said that someone did not come.</p>]
                : [<p key="over">This rental is {status} now.</p>]}
          </div>
          <dl className="mt-4 grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-3">
            <Fact label={side === 'owner' ? 'Renter' : 'Owner'}>{partner}</Fact>
            <Fact label="Can be said from">{formatInstant(from)}</Fact>
            <Fact label="Order">
              <ReceiptLink number={orderNumber} />
            </Fact>
          </dl>
        </Card>
        {status === 'Approved' ? (
          <section aria-labelledby="say-heading">
            <h2 id="say-heading" className="text-xl">
              {mayTakeBack ? 'Was it a mistake?' : theySaid ? 'Were you there?' : `Did ${partner} not come?`}
            </h2>
            <p className="mt-1 max-w-prose text-muted">
              {mayTakeBack ? consequenceOfTakingBack(loaderData) : consequenceOfSaying(loaderData)}
            </p>
            <ButtonForm
              hidden={{ intent: mayTakeBack ? 'take-back' : 'say' }}
              formClassName="mt-4"
              variant="secondary"
              disabled={refusal !== null}
              aria-describedby={refusal ? 'refusal' : undefined}
              busyText="Saving..."
              className="max-w-full wrap-anywhere"
            >
              {mayTakeBack
                ? 'Take it back'
                : theySaid
                  ? `I was there, ${partner} was not`
                  : `${partner} did not come`}
            </ButtonForm>
            {refusal ? (
              <p id="refusal" className="mt-2 text-sm text-muted">
                {refusal}
              </p>
            ) : null}
          </section>
        ) : null}
      </div>
    </>
  )
}

type Stated = Pick<
  Route.ComponentProps['loaderData'],
  'side' | 'partner' | 'theySaid' | 'paymentMethod' | 'isSettledByDispute'
>

function consequenceOfTakingBack({ partner, theySaid }: Stated): string {
  return theySaid
    ? `If you take it back, what ${partner} said stands, and the rental ends by it unless they take it back too.`
    : 'If you take it back, the rental goes on.'
}

function consequenceOfSaying({ side, partner, theySaid, paymentMethod, isSettledByDispute }: Stated): string {
  if (theySaid)
    return 'Then you contradict each other, and it becomes a dispute. Please write to each other first.'
  const ifTheySayNothing =
    `Please write to them first. If you say so, ${partner} has ${NO_SHOW_ANSWER_HOURS} hours to object. If ` +
    'they say nothing, the rental ends'
  const online = paymentMethod === 'online'
  if (side === 'renter') {
    const back = isSettledByDispute ? 'what is left of your money comes back' : 'all your money comes back'
    return `${ifTheySayNothing}, and ${online ? back : 'you pay nothing'}.`
  }
  if (online && isSettledByDispute)
    return (
      `${ifTheySayNothing}, and what is left of the deposit goes back to them: the dispute about it has settled ` +
      'what you keep.'
    )
  return online
    ? `${ifTheySayNothing}, as if they had cancelled at the last moment, and at least one day’s rent stays with you.`
    : `${ifTheySayNothing}.`
}
