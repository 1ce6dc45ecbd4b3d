import { decideVerification, type VerificationDecision } from '#domain/account/verification.ts'
import { dayInManila, formatDay } from '#domain/period.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'
import { VerificationBadge } from '#app/ui/status-badge.tsx'
import type { AdminUser, UserSort } from '#server/account/user-table.ts'
import { Link } from '#app/ui/link.tsx'
import { DeleteLink } from '../delete-link.tsx'
import { RowActions } from '../row-actions.tsx'
import { RowButton } from '../row-button.tsx'
import { RowLink } from '../row-link.tsx'
import type { Column } from '../table/parts.ts'
import { PersonPicture } from '#app/ui/person-picture.tsx'

export const roleText = { renter: 'Renter', owner: 'Owner', admin: 'Admin' }

/** The columns of the list of users. Admins can't delete themselves here; admins of one area can't delete anyone. */
export const userColumns = (
  { ownId, isHeadAdmin }: { ownId: string; isHeadAdmin: boolean },
  deleteLink: (accountId: string) => string,
): Column<AdminUser, UserSort>[] => [
  { head: 'Name', sort: 'name', cell: (user) => <Person user={user} /> },
  { head: 'Role', cell: (user) => roleText[user.role] },
  {
    head: 'Status',
    cell: (user) => (
      <span className="flex flex-col items-start gap-1.5 max-lg:items-end">
        <VerificationBadge status={user.verificationStatus} />
        {user.suspendedAt ? <Badge tone="danger">Suspended</Badge> : null}
      </span>
    ),
  },
  {
    head: 'Joined',
    sort: 'joined',
    cell: (user) => <span className="xl:whitespace-nowrap">{formatDay(dayInManila(user.joinedAt))}</span>,
  },
  {
    head: 'Listings',
    numeric: true,
    cell: (user) => <Count n={user.listingCount} to="/admin/listings" of={user} what="Listings" />,
  },
  {
    head: 'Rentals',
    numeric: true,
    cell: (user) =>
      isHeadAdmin ? (
        <Count n={user.rentalCount} to="/admin/orders" of={user} what="Orders" />
      ) : (
        user.rentalCount
      ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    cell: (user) => (
      <RowActions>
        <RowButton {...decisionOn(user, 'accept', 'verified')} label="Accept" variant="primary" />
        <RowButton {...decisionOn(user, 'reject', 'rejected')} label="Reject" />
        {user.id === ownId || (user.role === 'admin' && !isHeadAdmin) ? null : (
          <RowLink
            to={`/admin/users/${user.id}`}
            label={user.suspendedAt ? 'End Suspension' : 'Suspend'}
            of={user.name}
          />
        )}
        {user.id === ownId || !isHeadAdmin ? null : <DeleteLink to={deleteLink(user.id)} name={user.name} />}
      </RowActions>
    ),
  },
]

function decisionOn(user: AdminUser, intent: 'accept' | 'reject', decision: VerificationDecision) {
  const { verificationStatus } = user
  const verdict = decideVerification({ verificationStatus, deletedAt: null }, decision)
  return {
    hidden: { intent, userId: user.id, seen: user.name },
    of: user.name,
    refusal: verdict.ok ? null : verdict.message,
    failure: 'Error updating user status',
  }
}

function Person({ user }: { user: AdminUser }) {
  return (
    <div className="flex items-start gap-3">
      <PersonPicture picture={user.picture} size={44} loading="lazy" className="size-11 bg-sunken" />
      <div className="min-w-0 lg:min-w-32 xl:min-w-40">
        <p className="font-semibold">{user.name}</p>
        <p className="wrap-anywhere text-muted">{user.email}</p>
        <p className="wrap-anywhere text-muted">@{user.username}</p>
      </div>
    </div>
  )
}

type CountProps = { n: number; to: string; of: AdminUser; what: string }

function Count({ n, to, of: user, what }: CountProps) {
  if (n === 0) return 0
  const search = new URLSearchParams({ search: user.email })
  return (
    <Link to={`${to}?${search}`} aria-label={`${what} of ${user.name}: ${n}`} className="link px-1">
      {n}
    </Link>
  )
}
