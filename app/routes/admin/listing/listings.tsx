import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { UNCATEGORIZED } from '#domain/catalogue/category.ts'
import { decisionForm, decisions } from '#domain/listing/moderation-form.ts'
import type { ListingStatus } from '#domain/listing/listing.ts'
import type { Verdict } from '#domain/verdict.ts'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Question } from '#app/ui/question.tsx'
import { useHere } from '#app/ui/use-here.ts'
import { listingTable } from '#server/listing/listing-table.ts'
import { readTable } from '#server/admin-table.ts'
import { deleteListing } from '#server/listing/delete-listing.ts'
import { moderateListing } from '#server/listing/moderate-listing.ts'
import { listCategories } from '#server/listing/queries.ts'
import { answerButton } from '#app/answer-form.ts'
import { formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { supportAdminOf } from '../admin-of.ts'
import { listingTableColumns } from './listing-columns.tsx'
import { addressWith, backToTable } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import { moderatedText } from './moderated-text.ts'
import type { Route } from './+types/listings.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = supportAdminOf(args)
  const view = await readTable(ctx, admin, listingTable, args.url.searchParams)
  return { view, categories: await listCategories(ctx.db) }
}

const rowForm = decisionForm.extend({
  intent: z.enum(['accept', 'reject', 'delete']),
  listingId: z.uuid(),
})

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = supportAdminOf(args)
  return answerButton(ctx, await formDataOf(args.request), {
    schema: rowForm,
    act: ({ intent, listingId, seen }): Promise<Verdict<{ status?: ListingStatus }>> =>
      intent === 'delete'
        ? deleteListing(ctx, { listingId })
        : moderateListing(ctx, admin, { listingId, decision: decisions[intent], seen }),
    to: backToTable(args.url),
    done: ({ status }, { intent }) =>
      intent === 'delete'
        ? 'Listing deleted successfully.'
        : moderatedText(status ?? decisions[intent], decisions[intent]),
    failed: ({ intent }) => (intent === 'delete' ? 'Error deleting listing' : 'Error updating item status'),
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('All Listings', matches) }]

export default function AdminListings({ loaderData }: Route.ComponentProps) {
  const { view, categories } = loaderData
  const [query] = useSearchParams()
  const here = useHere()
  const deleting = view.rows.find((listing) => listing.id === query.get('delete'))
  const categoryOptions = [
    ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
    { value: 'none', label: UNCATEGORIZED },
  ]
  return (
    <>
      <PageHeading title="Listings" lead="Accept what may be shown, and keep the catalogue tidy." />
      {deleting ? (
        <Question
          title={`Delete “${deleting.title}”?`}
          message="ADMIN: Are you sure you want to PERMANENTLY delete this listing? This is irreversible."
          confirmLabel="Delete"
          cancelTo={addressWith(here, { delete: null })}
          failure="Error deleting listing"
          hidden={{ intent: 'delete', listingId: deleting.id }}
        />
      ) : null}
      <AdminTable
        noun={{ one: 'listing', many: 'listings' }}
        view={view}
        columns={listingTableColumns((id) => addressWith(here, { delete: id }))}
        keyOf={(listing) => listing.id}
        searches="Title, owner or email"
        options={{ category: categoryOptions }}
        empty={<EmptyState title="No listings yet">Nobody has listed anything yet.</EmptyState>}
      />
    </>
  )
}
