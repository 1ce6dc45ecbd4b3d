import { z } from 'zod'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { reviewTable } from '#server/review/review-table.ts'
import { readTable } from '#server/admin-table.ts'
import { moderateReview } from '#server/review/moderate-review.ts'
import { answerButton } from '#app/answer-form.ts'
import { formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { supportAdminOf } from '../admin-of.ts'
import { reviewColumns } from './review-columns.tsx'
import { backToTable } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import type { Route } from './+types/reviews.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = supportAdminOf(args)
  return readTable(ctx, admin, reviewTable, args.url.searchParams)
}

const decisionForm = z.strictObject({
  intent: z.enum(['publish', 'reject']),
  reviewId: z.uuid(),
  /** When the text that the admin saw was written. */
  seen: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .optional(),
})

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = supportAdminOf(args)
  return answerButton(ctx, await formDataOf(args.request), {
    schema: decisionForm,
    act: ({ intent, ...decided }) => moderateReview(ctx, admin, { ...decided, decision: intent }),
    to: backToTable(args.url),
    done: (_, { intent }) => (intent === 'publish' ? 'Review published.' : 'Review rejected.'),
    failed: 'Error updating review',
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('All Reviews', matches) }]

export default function AdminReviews({ loaderData: view }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Reviews"
        lead="Those of verified rentals are shown at once; the others wait for you."
      />
      <AdminTable
        noun={{ one: 'review', many: 'reviews' }}
        view={view}
        columns={reviewColumns}
        keyOf={(review) => review.id}
        searches="Text, listing or author"
        empty={
          <EmptyState art="letter" title="No reviews yet">
            Nobody has written one.
          </EmptyState>
        }
      />
    </>
  )
}
