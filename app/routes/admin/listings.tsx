import { Link, useSearchParams } from 'react-router'
import { z } from 'zod'
import { readForm } from '#domain/form.ts'
import { listingStatuses, statusWording } from '#domain/listing/listing.ts'
import type { Verdict } from '#domain/verdict.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Question } from '#app/ui/question.tsx'
import { listAllListings, type ListingFilter } from '#server/admin/queries.ts'
import { deleteListing } from '#server/listing/delete-listing.ts'
import { moderateListing } from '#server/listing/moderate-listing.ts'
import { attempt } from '#app/attempt.ts'
import { type Flash, redirectWithToast } from '#app/flash.ts'
import { titleOf } from '#app/title.ts'
import { adminOf } from './admin-of.ts'
import { ListingTable } from './listing-table.tsx'
import { formDataOf } from '#app/request.ts'
import type { Route } from './+types/listings.ts'

const filters: { filter: ListingFilter; label: string }[] = [
  { filter: 'all', label: 'All' },
  ...listingStatuses.map((status) => ({ filter: status, label: statusWording(status) })),
  { filter: 'edited', label: 'Edited since approval' },
]

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = adminOf(args)
  const query = new URL(args.request.url).searchParams
  const filter = filters.find((known) => known.filter === query.get('status'))?.filter ?? 'all'
  return { filter, ...(await listAllListings(ctx, admin, { filter, after: query.get('after') })) }
}

const decisionForm = z.strictObject({ intent: z.enum(['accept', 'reject', 'delete']), listingId: z.uuid() })
const decisions = { accept: 'approved', reject: 'rejected' } as const

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = adminOf(args)
  const form = readForm(decisionForm, await formDataOf(args.request))
  const back = addressWithout(new URL(args.request.url).searchParams, 'delete')
  if (!form.ok)
    return redirectWithToast(back, { kind: 'error', text: 'An unexpected error occurred. Please try again.' })
  const { intent, listingId } = form.value
  if (intent === 'delete') {
    const verdict = await attempt(ctx, () => deleteListing(ctx, { listingId }))
    return redirectWithToast(back, toast(verdict, 'Listing deleted successfully.', 'Error deleting listing'))
  }
  const decision = decisions[intent]
  const verdict = await attempt(ctx, () => moderateListing(ctx, admin, { listingId, decision }))
  return redirectWithToast(
    back,
    toast(verdict, `Item status updated to ${decision}.`, 'Error updating item status'),
  )
}

function toast(verdict: Verdict, done: string, failed: string): Flash {
  return verdict.ok
    ? { kind: 'success', text: done }
    : { kind: 'error', text: `${failed}: ${verdict.message}` }
}

function addressWithout(query: URLSearchParams, name: string): string {
  const rest = new URLSearchParams(query)
  rest.delete(name)
  return rest.size > 0 ? `/admin/listings?${rest}` : '/admin/listings'
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('All Listings', matches) }]

export default function AdminListings({ loaderData }: Route.ComponentProps) {
  const { filter, listings, next } = loaderData
  const [query] = useSearchParams()
  const doomed = listings.find((listing) => listing.id === query.get('delete'))
  const link = (changes: Record<string, string>) => `?${new URLSearchParams({ status: filter, ...changes })}`
  const after: Record<string, string> = query.has('after') ? { after: query.get('after')! } : {}
  return (
    <>
      <PageHeading title="Listings" lead="Accept what may be shown, and keep the catalogue tidy." />
      {doomed ? (
        <Question
          title={`Delete “${doomed.title}”?`}
          message="ADMIN: Are you sure you want to PERMANENTLY delete this listing? This is irreversible."
          confirmLabel="Delete"
          cancelTo={addressWithout(query, 'delete')}
        >
          <input type="hidden" name="intent" value="delete" />
          <input type="hidden" name="listingId" value={doomed.id} />
        </Question>
      ) : null}
      <nav aria-label="Filter by status" className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {filters.map((option) => (
            <li key={option.filter}>
              <Link
                to={option.filter === 'all' ? '/admin/listings' : `?status=${option.filter}`}
                aria-current={option.filter === filter ? 'page' : undefined}
                preventScrollReset
                className="flex min-h-11 items-center rounded-full border border-line-strong bg-card px-4 text-sm font-semibold hover:border-ink focus-visible:rounded-full aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:text-on-accent"
              >
                {option.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {listings.length > 0 ? (
        <ListingTable listings={listings} deleteLink={(id) => link({ ...after, delete: id })} />
      ) : (
        <EmptyState title={filter === 'available' ? 'Nothing waits for review' : 'No listings here'}>
          {filter === 'all' ? 'Nobody has listed anything yet.' : 'No listing is in this state right now.'}
        </EmptyState>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {query.has('after') ? (
          <ButtonLink to={link({})} variant="secondary">
            First page
          </ButtonLink>
        ) : null}
        {next ? (
          <ButtonLink to={link({ after: next })} variant="secondary" rel="next">
            Next page
          </ButtonLink>
        ) : null}
      </div>
    </>
  )
}
