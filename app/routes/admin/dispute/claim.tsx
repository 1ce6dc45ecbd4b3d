import { creditorOf } from '#domain/debt/debt.ts'
import { formatPeso } from '#domain/money.ts'
import { paymentMethodText } from '#domain/order/order.ts'
import { decisionForm } from '#domain/dispute/dispute-forms.ts'
import { disputeKinds } from '#domain/dispute/dispute.ts'
import { whyNoGoodwill } from '#domain/dispute/goodwill.ts'
import { stageOf } from '#domain/dispute/stage.ts'
import { formatInstant, formatPeriod } from '#domain/period.ts'
import type { Side } from '#domain/side.ts'
import { DisputeThread } from '#app/ui/dispute-thread.tsx'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Fact } from '#app/ui/fact.tsx'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import { findClaim } from '#server/dispute/find-claim.ts'
import { decideDispute } from '#server/dispute/decide-dispute.ts'
import { disputeFactsOf } from '#server/dispute/dispute-json.ts'
import { endNeverGot } from '#server/rental/end-never-got.ts'
import { answerForm } from '#app/answer-form.ts'
import { provenFormOf } from '#app/proof.ts'
import { foundOf, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { moneyAdminOf } from '../admin-of.ts'
import { GrantForm } from './grant-form.tsx'
import type { Route } from './+types/claim.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const found = foundOf(await findClaim(ctx, admin, uuidOf(args.params.rentalId)))
  const { disputes, ...page } = found.page
  const noGoodwill = whyNoGoodwill(page.status, { byTwo: ctx.settings.adminFourEyes })
  return { ...page, disputes: disputes.map(disputeFactsOf), noGoodwill, now: ctx.clock.now() }
}

const fields: Partial<Record<RefusalReason, string>> = {
  amount: 'grantedCentavos',
  refund: 'rentCentavos',
  over: 'goodwillCentavos',
  cash: 'goodwillCentavos',
  status: 'gotIt',
}

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = moneyAdminOf(args)
  const rentalId = uuidOf(args.params.rentalId)
  const formData = await provenFormOf(ctx, args.request, (form) => Boolean(form.get('goodwillCentavos')))
  return answerForm(ctx, formData, {
    schema: decisionForm,
    act: async ({ grantedCentavos, rentCentavos, goodwillCentavos, goodwillTo, gotIt, decision }) => {
      const decided = await decideDispute(ctx, admin, {
        rentalId,
        award: {
          ownerCentavos: grantedCentavos,
          rentCentavos: rentCentavos ?? 0,
          goodwillCentavos: goodwillCentavos ?? 0,
          goodwillTo: goodwillCentavos ? goodwillTo : null,
        },
        neverGot: gotIt === 'no',
        reason: decision,
      })
      // Of a first decision this does nothing: it can be appealed.
      if (decided.ok && gotIt === 'no') await endNeverGot(ctx, rentalId)
      return decided
    },
    fieldOf: ({ reason }) => fields[reason],
    toastAt: ({ reason }) =>
      ['decided', 'own', 'early'].includes(reason) ? `/admin/claims/${rentalId}` : undefined,
    to: '/admin/claims?status=open',
    done: 'Claim decided.',
  })
}

/** After a refusal another admin may have decided: the page shows their decision. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `Claim: ${loaderData.title}` : 'Claim', matches) },
]

export default function AdminClaim({ loaderData: page, actionData }: Route.ComponentProps) {
  const { disputes, ownerName, renterName, now } = page
  const names = { owner: ownerName, renter: renterName }
  const last = disputes.at(-1)!
  const stage = stageOf(last, now)
  const problem = actionData && !actionData.ok ? actionData : undefined
  return (
    <>
      <BackLink to="/admin/claims">Deposit Claims</BackLink>
      <PageHeading title={page.title} lead={leadOf(last, names)} />
      <div className="grid gap-10">
        <Card as="section" aria-label="Rental">
          <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">
            <Fact label="Order">
              <Link to={`/admin/orders/${page.orderNumber}`} className="link break-all">
                {page.orderNumber}
              </Link>
            </Fact>
            <Fact label="Period">{formatPeriod(page.period)}</Fact>
            <Fact label={page.status === 'Completed' ? 'Returned' : page.status}>
              {formatInstant(page.statusChangedAt)}
            </Fact>
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
              <p className="mt-1 wrap-anywhere whitespace-pre-line">{page.ownerTerms}</p>
            </details>
          ) : null}
        </Card>
        {disputes.map((dispute, index) => (
          <DisputeThread
            key={dispute.id}
            {...{ dispute, names, now }}
            number={disputes.length > 1 ? index + 1 : undefined}
          >
            {dispute.debt ? (
              <p className="mt-4 font-semibold">
                {names[dispute.debt.owedBy]} owes {names[creditorOf(dispute.debt)]}{' '}
                {formatPeso(dispute.debt.centavos)} beside this.
                {dispute.debt.isSettled ? ' It is settled.' : ''}
              </p>
            ) : null}
          </DisputeThread>
        ))}
        {page.decidedByName ? <p className="text-muted">Decided by {page.decidedByName}.</p> : null}
        {stage === 'closed' || stage === 'decided' ? null : (
          <GrantForm
            ownerAsked={last.ownerAsked}
            renterAsked={last.renterAsked}
            bounds={page.bounds}
            isAppeal={stage === 'appealed'}
            // With a refusal it stays: the rental may have ended meanwhile.
            isWithRenter={page.status === 'Active' || Boolean(problem?.errors.gotIt)}
            {...{ ownerName, renterName }}
            noGoodwill={page.noGoodwill}
            problem={problem}
          />
        )}
      </div>
    </>
  )
}

type Shown = Route.ComponentProps['loaderData']['disputes'][number]

/** What the dispute is about, and who asks for what. */
function leadOf({ kind, ownerAsked, renterAsked }: Shown, names: Record<Side, string>): string {
  if (ownerAsked !== null && renterAsked === null) return `${names.owner} claims ${formatPeso(ownerAsked)}.`
  const asks = [
    ownerAsked === null ? '' : `${names.owner} claims ${formatPeso(ownerAsked)}.`,
    renterAsked === null ? '' : `${names.renter} asks for ${formatPeso(renterAsked)} back.`,
  ].filter(Boolean)
  return [`${disputeKinds[kind]}.`, ...asks].join(' ')
}

function timesText(times: number, first: string, more: string): string {
  return times === 1 ? first : `${times} ${more}`
}
