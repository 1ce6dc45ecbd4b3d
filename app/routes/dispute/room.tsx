import { Link, useSearchParams } from 'react-router'
import { z } from 'zod'
import { depositStatusOf } from '#domain/deposit/deposit.ts'
import { otherSide } from '#domain/dispute/dispute.ts'
import { kindsToOpen } from '#domain/dispute/open.ts'
import { decideAccepting, decideAppealing, decideSaying } from '#domain/dispute/stage.ts'
import { formatPeso } from '#domain/money.ts'
import { formatInstant, formatPeriod } from '#domain/period.ts'
import { DisputeThread } from '#app/ui/dispute-thread.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Question } from '#app/ui/question.tsx'
import { Fact } from '#app/ui/fact.tsx'
import type { Context } from '#server/context.ts'
import { findRoom, type Room } from '#server/dispute/find-room.ts'
import { factsOf } from '#server/dispute/room-queries.ts'
import { redirectWithToast } from '#app/flash.ts'
import { recordDenial } from '#app/attempt.ts'
import { admit } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { answerRoomPost } from './answer-room-post.ts'
import { ClaimForm } from './claim-form.tsx'
import { Owed } from './owed.tsx'
import { StatementForm } from './statement-form.tsx'
import { returnLabel } from '../deposit/deposit-state.tsx'
import { depositWords } from '../deposit/deposit-words.ts'
import type { Route } from './+types/room.ts'

const tracker = '/profile/rental-tracker'

/** The room in the address, for one of its two people; everyone else is redirected to their tracker. */
async function roomOf(ctx: Context, rentalId: string) {
  const found = z.uuid().safeParse(rentalId).success ? recordDenial(ctx, await findRoom(ctx, rentalId)) : null
  if (!found?.ok || found.room.orderStatus !== 'confirmed')
    throw await redirectWithToast(tracker, { kind: 'error', text: 'Sorry, that could not be found.' })
  return found.room
}

/** What its reader can do in the room now. */
function possible({ side, disputes, status, statusChangedAt, period }: Room, now: Date) {
  const last = disputes.at(-1)
  const open = last && !last.closedAt ? factsOf(last) : null
  const completedAt = status === 'Completed' ? statusChangedAt : null
  return {
    kinds: !open || !open.decidedAt ? kindsToOpen({ status, period, completedAt }, side, now) : [],
    answer: open !== null && decideSaying(open, side, now).ok,
    appeal: open !== null && decideAppealing(open, side, now).ok,
    acceptDemand: open !== null && decideAccepting(open, side, 'demand', now).ok,
    acceptDecision: open !== null && decideAccepting(open, side, 'decision', now).ok,
  }
}

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const room = await roomOf(ctx, args.params.rentalId)
  const now = ctx.clock.now()
  const { rentalId, title, orderNumber, period, renterName, ownerName, side } = room
  const disputes = room.disputes.map(factsOf)
  const last = disputes.at(-1)
  const first = last?.decisions[0]
  const award =
    first && last.dueAt && !last.appealedAt ? { centavos: first.ownerCentavos, at: last.dueAt } : null
  const depositStatus = depositStatusOf({ ...room, award }, now)
  const may = possible(room, now)
  return {
    rentalId,
    title,
    orderNumber,
    period,
    renterName,
    ownerName,
    side,
    disputes,
    depositStatus,
    may,
    now,
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  return answerRoomPost(ctx, await roomOf(ctx, args.params.rentalId), args.request)
}

/** After a refusal the page shows the current room. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Deposit for ${loaderData.title}` : 'Deposit', matches) },
]

export default function RoomPage({ loaderData, actionData }: Route.ComponentProps) {
  const {
    rentalId,
    title,
    orderNumber,
    period,
    renterName,
    ownerName,
    side,
    disputes,
    depositStatus,
    may,
    now,
  } = loaderData
  const [query] = useSearchParams()
  const here = `${tracker}/${rentalId}/claim`
  const partner = side === 'owner' ? renterName : ownerName
  const names = { owner: ownerName, renter: renterName }
  const returnable =
    depositStatus !== null &&
    depositStatus.returnableCentavos > 0 &&
    (depositStatus.inCash || side === 'owner')
  const amount = formatPeso(depositStatus?.returnableCentavos ?? 0)
  const last = disputes.at(-1)
  const owed = disputes.flatMap(({ id, owed: centavos, owedBy, closedAt, decisions }) =>
    owedBy && closedAt
      ? [{ id, centavos, by: owedBy, at: closedAt, reason: decisions.at(-1)?.reason ?? null }]
      : [],
  )
  const claims = depositStatus?.is === 'claimable' && side === 'owner'
  const asked = query.get('ask')
  const isOpen = last !== undefined && !last.closedAt
  const askedNow = isOpen ? (side === 'owner' ? last.ownerAsked : last.renterAsked) : null
  const problemOf = (intent: string) => (actionData?.intent === intent ? actionData : undefined)
  const report = (heading: string) => (
    <StatementForm
      intent="open"
      heading={heading}
      lead={`${partner} reads it and has 72 hours to answer. Then we decide. Please try the chat first.`}
      label="What happened"
      button="Send"
      kinds={claims ? may.kinds.filter((kind) => kind !== 'damage') : may.kinds}
      asks={asksOf(side, askedNow)}
      problem={problemOf('open')}
    />
  )
  return (
    <>
      <BackLink to={side === 'renter' ? `${tracker}?view=rented` : tracker}>Rental Tracker</BackLink>
      <PageHeading
        title={depositStatus ? 'Deposit' : 'Problems'}
        lead={`${title}, ${formatPeriod(period)}.`}
      />
      {asked === 'return' && returnable ? (
        <Question
          title={returnLabel(depositStatus, side)}
          message={questionOf(depositStatus.inCash, side, amount, partner)}
          confirmLabel={returnLabel(depositStatus, side)}
          cancelLabel="Go back"
          danger={false}
          cancelTo={here}
        >
          <input type="hidden" name="intent" value="return" />
        </Question>
      ) : null}
      {asked === 'accept' && last && (may.acceptDemand || may.acceptDecision) ? (
        <Question
          title={may.acceptDecision ? 'Accept the decision?' : `Accept what ${partner} asks for?`}
          message={
            may.acceptDecision
              ? 'You can’t appeal after that. Once both accept it, it takes effect at once.'
              : demandOf(last, side, partner)
          }
          confirmLabel="Accept"
          cancelLabel="Go back"
          danger={false}
          cancelTo={here}
        >
          <input type="hidden" name="intent" value="accept" />
          <input type="hidden" name="accepts" value={may.acceptDecision ? 'decision' : 'demand'} />
        </Question>
      ) : null}
      <div className="grid max-w-3xl gap-10">
        <Card as="section" aria-label={depositStatus ? 'Deposit' : 'Rental'}>
          {depositStatus ? (
            <p className="text-lg">{depositWords(depositStatus, side, partner)}</p>
          ) : (
            <p className="text-lg">
              Problems with this rental are settled here, with both of you and our admins.
            </p>
          )}
          <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-3">
            {depositStatus ? <Fact label="Deposit">{formatPeso(depositStatus.centavos)}</Fact> : null}
            <Fact label={side === 'owner' ? 'Renter' : 'Owner'}>{partner}</Fact>
            <Fact label="Order">
              <Link to={`/receipt/${orderNumber}`} className="link break-all">
                {orderNumber}
              </Link>
            </Fact>
          </dl>
          {returnable ? (
            <ButtonLink
              to={`${here}?ask=return`}
              variant="secondary"
              className="mt-5"
              preventScrollReset
              replace
            >
              {returnLabel(depositStatus, side)}
            </ButtonLink>
          ) : null}
        </Card>
        {disputes.map((dispute, index) => (
          <section key={dispute.id} aria-labelledby={`dispute-${dispute.id}`}>
            <h2 id={`dispute-${dispute.id}`} className="mb-4 text-xl">
              {dispute.kind === 'damage' ? 'The claim' : 'The dispute'}
              {disputes.length > 1 ? ` ${index + 1}` : ''}
            </h2>
            <DisputeThread dispute={dispute} names={names} now={now} viewer={side} />
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
            {dispute === last && accepted(dispute, side) ? (
              <p className="mt-4 text-muted">You have accepted the decision.</p>
            ) : null}
          </section>
        ))}
        {owed.length > 0 ? <Owed {...{ owed, names, title, orderNumber }} /> : null}
        {may.answer ? (
          <StatementForm
            intent="answer"
            heading="Your side"
            lead={answerLead(last, side)}
            label="Your answer"
            button="Send Answer"
            asks={last?.appealedBy || may.appeal ? undefined : asksOf(side)}
            problem={problemOf('answer')}
          />
        ) : null}
        {may.appeal ? (
          <StatementForm
            intent="appeal"
            heading="Appeal"
            lead={appealLead(last)}
            label="What is new"
            hint="Something we could not know, or what we got wrong. They read this, too."
            button="Send Appeal"
            problem={problemOf('appeal')}
          />
        ) : null}
        {claims ? (
          <ClaimForm depositStatus={depositStatus} partner={partner} problem={claimProblem(actionData)} />
        ) : null}
        {may.kinds.length > 0 && !may.answer && isOpen ? (
          <details key={last.said.length} open={problemOf('open') !== undefined}>
            <summary className="min-h-11 font-semibold">Report something else</summary>
            <div className="mt-4">{report('Something else')}</div>
          </details>
        ) : null}
        {may.kinds.length > 0 && !isOpen ? report('Report a problem') : null}
        {disputes.length === 0 && may.kinds.length === 0 && !depositStatus ? (
          <EmptyState art="letter" title="No problems here">
            You can report one from the day of the hand-over until 48 hours after the return.
          </EmptyState>
        ) : null}
      </div>
    </>
  )
}

type Shown = Route.ComponentProps['loaderData']['disputes'][number]
type Side = 'owner' | 'renter'

const claimProblem = (actionData: Route.ComponentProps['actionData']) =>
  actionData?.intent === 'claim' ? actionData : undefined

const accepted = (dispute: Shown, side: Side) =>
  !dispute.closedAt &&
  dispute.decidedAt !== null &&
  (side === 'owner' ? dispute.ownerAcceptedAt : dispute.renterAcceptedAt) !== null

const asksOf = (side: Side, asked: number | null = null) => {
  const instead =
    asked === null
      ? null
      : `In all: it takes the place of the ${formatPeso(asked)} that you ask for now. Empty, that stays.`
  return side === 'owner'
    ? {
        label: 'Amount you ask for',
        hint:
          instead ??
          'Of the deposit first; what goes beyond it is written down as owed. Leave it empty to ask for nothing.',
      }
    : {
        label: 'Amount you ask back',
        hint: instead ?? 'Of what you paid besides the deposit. Leave it empty to ask for nothing.',
      }
}

function answerLead(last: Shown | undefined, side: Side): string {
  const other = side === 'owner' ? 'The renter' : 'The owner'
  if (last?.appealedBy) return `You can answer the appeal once. ${other} reads it too.`
  return `You can answer once, until we decide. ${other} reads it too.`
}

const appealLead = (last: Shown | undefined) =>
  `Until ${last?.dueAt ? formatInstant(last.dueAt) : ''}, once for you two. ` +
  'Another admin looks at it where there is one.'

/** What accepting gives the other side. */
function demandOf(dispute: Shown, side: Side, partner: string): string {
  const centavos = otherSide(side) === 'owner' ? dispute.ownerAsked : dispute.renterAsked
  return centavos === null
    ? `${partner} asks for no money. This closes it, and nothing can be asked for after that.`
    : `${partner} gets ${formatPeso(centavos)}, and this is closed at once. ` +
        'What is not held or paid is owed between you.'
}

function questionOf(inCash: boolean, side: Side, amount: string, partner: string): string {
  if (!inCash) return `${amount} goes back to ${partner} now. You can’t claim any of it after that.`
  return side === 'owner'
    ? `You have handed ${amount} back to ${partner} in cash. They are told.`
    : `${partner} has handed ${amount} back to you in cash. They are told.`
}
