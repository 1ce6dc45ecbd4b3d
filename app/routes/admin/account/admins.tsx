import { useLocation } from 'react-router'
import { changeAreaForm, makeAdminForm, removeAdminForm } from '#domain/account/admin-form.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { FormError } from '#app/ui/primitives/form-error.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Question } from '#app/ui/question.tsx'
import { adminAccountTable } from '#server/account/admin-account-table.ts'
import { changeArea } from '#server/account/change-area.ts'
import { deleteAccount } from '#server/account/delete-account.ts'
import { makeAdmin } from '#server/account/make-admin.ts'
import { readTable } from '#server/admin-table.ts'
import { answerButton, answerForm } from '#app/answer-form.ts'
import { provenFormOf } from '#app/proof.ts'
import { titleOf } from '#app/title.ts'
import { headAdminOf } from '../admin-of.ts'
import { addressWith } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import { adminColumns } from './admin-columns.tsx'
import { AreaForm } from './area-form.tsx'
import { MakeAdminForm } from './make-admin-form.tsx'
import type { Route } from './+types/admins.ts'

const removalWarning =
  'Their account is deleted, and they are logged out everywhere at once. ' +
  'What they did stays in the audit log.'

const noForm = { make: null, change: null, delete: null }

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = headAdminOf(args)
  const view = await readTable(ctx, admin, adminAccountTable, args.url.searchParams)
  return { view, ownId: admin.id }
}

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = headAdminOf(args)
  const formData = await provenFormOf(ctx, args.request)
  const back = addressWith(args.url.href, noForm)
  const intent = formData.get('intent')
  if (intent === 'delete')
    return answerButton(ctx, formData, {
      schema: removeAdminForm,
      act: (form) => deleteAccount(ctx, form),
      to: back,
      done: 'Admin removed.',
      failed: 'Error removing the admin',
    })
  if (intent === 'change')
    return answerForm(ctx, formData, {
      schema: changeAreaForm,
      act: (form) => changeArea(ctx, admin, form),
      fieldOf: ({ reason }) => (reason === 'not-found' ? undefined : 'area'),
      to: back,
      done: 'Area changed.',
    })
  return answerForm(ctx, formData, {
    schema: makeAdminForm,
    act: (form) => makeAdmin(ctx, admin, form),
    fieldOf: ({ reason }) => (reason === 'email-taken' ? 'email' : undefined),
    to: back,
    done: (_, { email }) => `Admin made. A link was sent to ${email}.`,
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Admins', matches) }]

export default function Admins({ loaderData: { view, ownId }, actionData }: Route.ComponentProps) {
  const { pathname, search } = useLocation()
  const here = pathname + search
  const query = new URLSearchParams(search)
  const back = addressWith(here, noForm)
  const other = (name: 'change' | 'delete') =>
    view.rows.find(({ id }) => id === query.get(name) && id !== ownId)
  const [changing, removing] = [other('change'), other('delete')]
  return (
    <>
      <PageHeading
        title="Admins"
        lead="Who keeps the site in order, and what each of them may do."
        actions={
          query.has('make') ? null : (
            <ButtonLink to={addressWith(back, { make: '1' })} variant="secondary">
              Make an admin
            </ButtonLink>
          )
        }
      />
      {removing ? (
        <Question
          title={`Remove ${removing.name}?`}
          message={removalWarning}
          confirmLabel="Remove"
          cancelTo={back}
          failure="Error removing the admin"
          hidden={{ intent: 'delete', accountId: removing.id }}
        />
      ) : null}
      {changing ? (
        <AreaForm key={changing.id} account={changing} problem={actionData} cancelTo={back} />
      ) : query.has('make') ? (
        <MakeAdminForm problem={actionData} cancelTo={back} />
      ) : (
        // A form whose admin is gone meanwhile.
        <FormError>{actionData?.formError}</FormError>
      )}
      <AdminTable
        noun={{ one: 'admin', many: 'admins' }}
        view={view}
        columns={adminColumns(back, ownId)}
        keyOf={({ id }) => id}
        searches="Name or email"
        empty={<EmptyState title="No admins">Nobody keeps the site in order.</EmptyState>}
      />
    </>
  )
}
