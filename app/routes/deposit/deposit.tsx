import { Link, useSearchParams } from 'react-router'
import { z } from 'zod'
import { depositStatusOf } from '#domain/deposit/deposit.ts'
import { formatPeso } from '#domain/money.ts'
import { formatPeriod } from '#domain/period.ts'
import { ClaimDetails } from '#app/ui/claim-details.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Question } from '#app/ui/question.tsx'
import { Fact } from '#app/ui/fact.tsx'
import type { Context } from '#server/context.ts'
import { findDeposit } from '#server/deposit/find-deposit.ts'
import { redirectWithToast } from '#app/flash.ts'
import { recordDenial } from '#app/attempt.ts'
import { admit } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { AnswerForm } from './answer-form.tsx'
import { answerDepositPost } from './answer-deposit-post.ts'
import { ClaimForm } from './claim-form.tsx'
import { returnLabel } from './deposit-state.tsx'
import { depositWords } from './deposit-words.ts'
import type { Route } from './+types/deposit.ts'

const tracker = '/profile/rental-tracker'

/** The deposit in the address, for one of its two people; everyone else is redirected to their tracker. */
async function depositOf(ctx: Context, rentalId: string) {
  const found = z.uuid().safeParse(rentalId).success
    ? recordDenial(ctx, await findDeposit(ctx, rentalId))
    : null
  const depositStatus = found?.ok ? depositStatusOf(found.deposit, ctx.clock.now()) : null
  if (!found?.ok || !depositStatus)
    throw await redirectWithToast(tracker, { kind: 'error', text: 'Sorry, that could not be found.' })
  return { deposit: found.deposit, depositStatus }
}

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const { deposit, depositStatus } = await depositOf(ctx, args.params.rentalId)
  const { rentalId, title, orderNumber, period, renterName, ownerName, side, claim } = deposit
  return { rentalId, title, orderNumber, period, renterName, ownerName, side, claim, depositStatus }
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  const { deposit } = await depositOf(ctx, args.params.rentalId)
  return answerDepositPost(ctx, deposit, args.request)
}

/** After a refusal the page shows the current deposit. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Deposit for ${loaderData.title}` : 'Deposit', matches) },
]

export default function DepositPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rentalId, title, orderNumber, period, renterName, ownerName, side, claim, depositStatus } =
    loaderData
  const [query] = useSearchParams()
  const here = `${tracker}/${rentalId}/claim`
  const partner = side === 'owner' ? renterName : ownerName
  const returnable = depositStatus.returnableCentavos > 0 && (depositStatus.inCash || side === 'owner')
  const amount = formatPeso(depositStatus.returnableCentavos)
  return (
    <>
      <BackLink to={side === 'renter' ? `${tracker}?view=rented` : tracker}>Rental Tracker</BackLink>
      <PageHeading title="Deposit" lead={`${title}, ${formatPeriod(period)}.`} />
      {query.get('ask') === 'return' && returnable ? (
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
      <div className="grid max-w-3xl gap-10">
        <Card as="section" aria-label="Deposit">
          <p className="text-lg">{depositWords(depositStatus, side, partner)}</p>
          <dl className="mt-4 grid gap-x-6 gap-y-3 sm:grid-cols-3">
            <Fact label="Deposit">{formatPeso(depositStatus.centavos)}</Fact>
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
        {claim ? (
          <section aria-labelledby="claim-heading">
            <h2 id="claim-heading" className="mb-5 text-xl">
              The claim
            </h2>
            <ClaimDetails claim={claim} ownerName={ownerName} renterName={renterName} />
          </section>
        ) : null}
        {depositStatus.is === 'claimed' && side === 'renter' && !claim?.answer ? (
          <AnswerForm problem={actionData?.intent === 'answer' ? actionData : undefined} />
        ) : null}
        {depositStatus.is === 'claimable' && side === 'owner' ? (
          <ClaimForm
            depositStatus={depositStatus}
            partner={partner}
            problem={actionData?.intent === 'claim' ? actionData : undefined}
          />
        ) : null}
      </div>
    </>
  )
}

function questionOf(inCash: boolean, side: 'owner' | 'renter', amount: string, partner: string): string {
  if (!inCash) return `${amount} goes back to ${partner} now. You can’t claim any of it after that.`
  return side === 'owner'
    ? `You have handed ${amount} back to ${partner} in cash. They are told.`
    : `${partner} has handed ${amount} back to you in cash. They are told.`
}
