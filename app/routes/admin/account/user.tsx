import { z } from 'zod'
import { reasonForm } from '#domain/listing/moderation-form.ts'
import type { Verdict } from '#domain/verdict.ts'
import { formatInstant } from '#domain/period.ts'
import { asHeadAdmin } from '#domain/access.ts'
import { BackLink } from '#app/ui/primitives/back-link.tsx'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { Card } from '#app/ui/primitives/card.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { VerificationBadge } from '#app/ui/status-badge.tsx'
import { endSuspension } from '#server/account/end-suspension.ts'
import { suspendAccount } from '#server/account/suspend-account.ts'
import { type AdminUserPage, findUser, openUser } from '#server/account/find-user.ts'
import { answerForm, redirectWithVerdict } from '#app/answer-form.ts'
import { attempt } from '#app/attempt.ts'
import { provenFormOf } from '#app/proof.ts'
import { foundOf, uuidOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { supportAdminOf } from '../admin-of.ts'
import { Facts } from '../facts.tsx'
import { LiftForm } from '../lift-form.tsx'
import { ReasonForm, RentalsThatEnd } from '../reason-form.tsx'
import { roleText } from './user-columns.tsx'
import type { Route } from './+types/user.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = supportAdminOf(args)
  const { user } = foundOf(await openUser(ctx, admin, uuidOf(args.params.userId)))
  return { user, isOwn: user.id === admin.id, isHeadAdmin: asHeadAdmin(admin).ok }
}

const suspendForm = reasonForm.extend({ intent: z.literal('suspend') })

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = supportAdminOf(args)
  const accountId = uuidOf(args.params.userId)
  const found = await findUser(ctx, admin, accountId)
  const isAdmin = found.ok && found.user.role === 'admin'
  const formData = await provenFormOf(ctx, args.request, () => isAdmin)
  const here = `/admin/users/${accountId}`
  const failed = 'Error updating user status'
  if (formData.get('intent') === 'end-suspension') {
    const verdict = await attempt(ctx, () => endSuspension(ctx, admin, { accountId }))
    return redirectWithVerdict(refusedAt(verdict) ?? here, verdict, 'Suspension ended.', failed)
  }
  return answerForm(ctx, formData, {
    schema: suspendForm,
    act: ({ reason }) => suspendAccount(ctx, admin, { accountId, reason }),
    to: here,
    done: 'Account suspended.',
    toastAt: refusedAt,
    failed,
  })
}

/** The page of an account that was deleted meanwhile is gone: its refusal is shown above the list. */
const refusedAt = (verdict: Verdict) =>
  !verdict.ok && verdict.reason === 'deleted' ? '/admin/users' : undefined

/** After a refusal another admin may have acted: the page shows the current account. */
export const shouldRevalidate = () => true

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? `User: ${loaderData.user.name}` : 'User', matches) },
]

export default function AdminUser({ loaderData, actionData }: Route.ComponentProps) {
  const { user, isOwn, isHeadAdmin } = loaderData
  const problem = actionData && !actionData.ok ? actionData : undefined
  return (
    <>
      <BackLink to="/admin/users">Users</BackLink>
      <PageHeading title={user.name} />
      <div className="grid gap-10">
        <Card as="section" aria-label="Account">
          <p className="flex flex-wrap gap-2">
            <VerificationBadge status={user.verificationStatus} />
            {user.suspendedAt ? <Badge tone="danger">Suspended</Badge> : null}
          </p>
          <Facts facts={factsOf(user, isHeadAdmin)} />
        </Card>
        {user.role === 'admin' && !isOwn && !isHeadAdmin ? (
          <p className="text-muted">Only an admin who may do everything can suspend an admin.</p>
        ) : user.suspendedAt ? (
          <LiftForm title="End the suspension" intent="end-suspension" buttonLabel="End suspension">
            They can log in again, and their listings are as they were before. What was taken down stays so.
          </LiftForm>
        ) : isOwn ? (
          <p className="text-muted">This is your own account.</p>
        ) : (
          <ReasonForm
            title="Suspend this account"
            intent="suspend"
            reader={user.name}
            confirmLabel="Suspend"
            problem={problem}
          >
            <p>
              They are logged out everywhere and can’t log in, and their listings are hidden, until an admin
              ends the suspension.
            </p>
            <RentalsThatEnd of={user} />
          </ReasonForm>
        )}
      </div>
    </>
  )
}

function factsOf(user: AdminUserPage, isHeadAdmin: boolean): [string, React.ReactNode][] {
  const countLink = (path: string, n: number, what: string) =>
    n === 0 ? (
      '0'
    ) : (
      <Link
        key={what}
        to={`${path}?${new URLSearchParams({ search: user.email })}`}
        aria-label={`${what}: ${n}`}
        className="link"
      >
        {n}
      </Link>
    )
  return [
    ['Email', user.email],
    ['Username', `@${user.username}`],
    ['Role', roleText[user.role]],
    ['Joined', formatInstant(user.joinedAt)],
    ['Listings', countLink('/admin/listings', user.listingCount, 'Listings')],
    [
      'Rentals',
      isHeadAdmin ? countLink('/admin/orders', user.rentalCount, 'Rentals') : String(user.rentalCount),
    ],
    ['Reports of them', countLink('/admin/reports', user.reportCount, 'Reports')],
    ...(user.suspendedAt
      ? ([
          ['Suspended', `${formatInstant(user.suspendedAt)}, by ${user.suspendedByName}`],
          ['Reason', user.suspensionReason],
        ] as [string, React.ReactNode][])
      : []),
  ]
}
