import { z } from 'zod'
import { formatPeriod } from '#domain/period.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import type { Context } from '#server/context.ts'
import { findDisputePage } from '#server/dispute/find-dispute-page.ts'
import { recordDenial } from '#app/attempt.ts'
import { redirectToTracker } from '#app/rental-of.ts'
import { admit } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { answerDisputePage } from './answer-dispute-page.ts'
import { DepositSection } from './deposit-section.tsx'
import { DisputesSection } from './disputes-section.tsx'
import { StatementForms } from './statement-forms.tsx'
import { DisputeQuestion } from './dispute-question.tsx'
import { viewDisputePage } from './view-dispute-page.ts'
import { Debts } from '../debt/debts.tsx'
import { trackerOf } from '#app/tracker-path.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { Route } from './+types/dispute-page.ts'

/** The page in the address, for one of its two people; everyone else is redirected to their tracker. */
async function pageOf(ctx: Context, rentalId: string) {
  const found = z.uuid().safeParse(rentalId).success
    ? recordDenial(ctx, await findDisputePage(ctx, rentalId))
    : null
  if (!found?.ok || found.page.orderStatus !== 'confirmed') throw await redirectToTracker()
  return found.page
}

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  return viewDisputePage(ctx, await pageOf(ctx, args.params.rentalId))
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  return answerDisputePage(ctx, await pageOf(ctx, args.params.rentalId), args.request)
}

/** After a refusal the page shows the current page. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Deposit for ${loaderData.rental.title}` : 'Deposit', matches) },
]

export default function DisputePage({ loaderData: page, actionData }: Route.ComponentProps) {
  const { rental, side, names, disputes, depositStatus, may, debts } = page
  const here = rentalPath(rental.rentalId, 'claim')
  return (
    <>
      <BackLink to={trackerOf(side)}>Rental Tracker</BackLink>
      <PageHeading
        title={depositStatus ? 'Deposit' : 'Problems'}
        lead={`${rental.title}, ${formatPeriod(rental.period)}.`}
      />
      <DisputeQuestion page={page} here={here} />
      <div className="grid max-w-3xl gap-10">
        <DepositSection page={page} here={here} />
        <DisputesSection page={page} here={here} />
        <Debts {...{ debts, names, rental }} />
        <StatementForms page={page} problem={actionData} />
        {disputes.length === 0 && may.kinds.length === 0 && !depositStatus ? (
          <EmptyState art="letter" title="No problems here">
            You can report one from the day of the hand-over until 48 hours after the return.
          </EmptyState>
        ) : null}
      </div>
    </>
  )
}
