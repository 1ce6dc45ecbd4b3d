import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { asHeadAdmin } from '#domain/access.ts'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Question } from '#app/ui/question.tsx'
import { useHere } from '#app/ui/use-here.ts'
import { deleteAccount } from '#server/account/delete-account.ts'
import { setVerification } from '#server/account/set-verification.ts'
import { openUsers } from '#server/account/open-users.ts'
import { answerButton } from '#app/answer-form.ts'
import { provenFormOf } from '#app/proof.ts'
import { titleOf } from '#app/title.ts'
import { supportAdminOf } from '../admin-of.ts'
import { addressWith, backToTable } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import { userColumns } from './user-columns.tsx'
import type { Route } from './+types/users.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = supportAdminOf(args)
  const view = await openUsers(ctx, admin, args.url.searchParams)
  return { view, ownId: admin.id, isHeadAdmin: asHeadAdmin(admin).ok }
}

const userActionForm = z.strictObject({
  intent: z.enum(['accept', 'reject', 'delete']),
  userId: z.uuid(),
  /** The full name that the admin saw; `setVerification` refuses when it has changed since. */
  seen: z.string().optional(),
})
const decisions = { accept: 'verified', reject: 'rejected' } as const

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = supportAdminOf(args)
  const formData = await provenFormOf(ctx, args.request, (form) => form.get('intent') === 'delete')
  return answerButton(ctx, formData, {
    schema: userActionForm,
    act: ({ intent, userId: accountId, seen }) =>
      intent === 'delete'
        ? deleteAccount(ctx, { accountId })
        : setVerification(ctx, admin, { accountId, decision: decisions[intent], seen }),
    to: backToTable(args.url),
    done: (_, { intent }) =>
      intent === 'delete' ? 'User deleted successfully.' : `User status updated to ${decisions[intent]}.`,
    failed: ({ intent }) => (intent === 'delete' ? 'Error deleting user' : 'Error updating user status'),
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('All Users', matches) }]

export default function AdminUsers({ loaderData: { view, ownId, isHeadAdmin } }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const here = useHere()
  const deleting = isHeadAdmin
    ? view.rows.find((user) => user.id === query.get('delete') && user.id !== ownId)
    : undefined
  return (
    <>
      <PageHeading title="Users" lead="Who lends and who rents, and who has been verified." />
      {deleting ? (
        <Question
          title={`Delete ${deleting.name}?`}
          message="Are you sure you want to delete this user?"
          confirmLabel="Delete"
          cancelTo={addressWith(here, { delete: null })}
          failure="Error deleting user"
          hidden={{ intent: 'delete', userId: deleting.id }}
        />
      ) : null}
      <AdminTable
        noun={{ one: 'user', many: 'users' }}
        view={view}
        columns={userColumns({ ownId, isHeadAdmin }, (id) => addressWith(here, { delete: id }))}
        keyOf={(user) => user.id}
        searches="Name, email or username"
        empty={<EmptyState title="No users yet">Nobody has an account yet.</EmptyState>}
      />
    </>
  )
}
