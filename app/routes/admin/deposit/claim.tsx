import { data, Link } from 'react-router'
import { formatPeso } from '#domain/money.ts'
import { paymentMethodText } from '#domain/order/order.ts'
import { grantForm } from '#domain/deposit/claim-form.ts'
import { formatInstant, formatPeriod } from '#domain/period.ts'
import { ClaimDetails } from '#app/ui/claim-details.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Fact } from '#app/ui/fact.tsx'
import { findClaim } from '#server/deposit/find-claim.ts'
import { grantClaim } from '#server/deposit/grant-claim.ts'
import { answerForm } from '#app/answer-form.ts'
import { redirectWithToast } from '#app/flash.ts'
import { formDataOf, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { moneyAdminOf } from '../admin-of.ts'
import { GrantForm } from './grant-form.tsx'
import type { Route } from './+types/claim.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const found = await findClaim(ctx, admin, uuidOf(args.params.rentalId))
  if (!found.ok) throw data(null, { status: 404 })
  return found.page
}

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const rentalId = uuidOf(args.params.rentalId)
  return answerForm(ctx, await formDataOf(args.request), {
    schema: grantForm,
    act: (form) => grantClaim(ctx, admin, { rentalId, ...form }),
    fieldOf: ({ reason }) => (reason === 'amount' ? 'grantedCentavos' : undefined),
    toastAt: ({ reason }) => (reason === 'decided' ? `/admin/claims/${rentalId}` : undefined),
    done: () => redirectWithToast('/admin/claims?status=open', { kind: 'success', text: 'Claim decided.' }),
  })
}

/** After a refusal another admin may have decided: the page shows their decision. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Claim: ${loaderData.title}` : 'Claim', matches) },
]

export default function AdminClaim({ loaderData: page, actionData }: Route.ComponentProps) {
  const { claim, ownerName, renterName } = page
  return (
    <>
      <BackLink to="/admin/claims">Deposit Claims</BackLink>
      <PageHeading title={page.title} lead={`${ownerName} claims ${formatPeso(claim.centavos)}.`} />
      <div className="grid gap-10">
        <Card as="section" aria-label="Rental">
          <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
            <Fact label="Order">
              <Link to={`/admin/orders/${page.orderNumber}`} className="link break-all">
                {page.orderNumber}
              </Link>
            </Fact>
            <Fact label="Period">{formatPeriod(page.period)}</Fact>
            <Fact label="Returned">{formatInstant(page.completedAt)}</Fact>
            <Fact label="Deposit">{formatPeso(page.depositCentavos)}</Fact>
            <Fact label="Payment method">{paymentMethodText(page.paymentMethod)}</Fact>
            <Fact label="Owner" note={timesText(page.claimsByOwner, 'Their first claim', 'claims so far')}>
              {ownerName}
            </Fact>
            <Fact
              label="Renter"
              note={timesText(page.claimsOnRenter, 'The first against them', 'against them so far')}
            >
              {renterName}
            </Fact>
          </dl>
          {page.ownerTerms ? (
            <details className="mt-5 border-t border-line pt-3">
              <summary className="min-h-9 font-semibold">The owner’s terms as they are now</summary>
              <p className="mt-1 break-words whitespace-pre-line">{page.ownerTerms}</p>
            </details>
          ) : null}
        </Card>
        <section aria-labelledby="claim-heading">
          <h2 id="claim-heading" className="mb-5 text-xl">
            The claim
          </h2>
          <ClaimDetails claim={claim} ownerName={ownerName} renterName={renterName} />
          {page.decidedByName ? <p className="mt-4 text-muted">Decided by {page.decidedByName}.</p> : null}
        </section>
        {claim.decidedAt ? null : (
          <GrantForm
            claimedCentavos={claim.centavos}
            {...{ ownerName, renterName }}
            problem={actionData && !actionData.ok ? actionData : undefined}
          />
        )}
      </div>
    </>
  )
}

function timesText(times: number, first: string, more: string): string {
  return times === 1 ? first : `${times} ${more}`
}
