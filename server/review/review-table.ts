import { sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import type { SupportAdmin } from '#domain/access.ts'
import { ratings } from '#domain/review/rating.ts'
import { reviewStatuses, reviewStatusWording } from '#domain/review/review.ts'
import { choices, oneOf, type Table } from '../admin-table.ts'
import { emailOf, fullName } from '../names.ts'

type Columns = 'id' | 'rating' | 'body' | 'verified' | 'status' | 'createdAt' | 'editedAt' | 'listingId'
export type AdminReview = Pick<RowOf<'review'>, Columns> & {
  listingTitle: string
  /** Whether the listing still has a page. */
  canOpen: boolean
  authorName: string
  authorEmail: string | null
}
export type ReviewSort = 'listing' | 'rating' | 'created'

const authorName = sql`case when a.deleted_at is null then ${fullName('a')} else 'Deleted user' end`
const authorEmail = emailOf('a')

/** Every review, in any status. */
export const reviewTable: Table<AdminReview, ReviewSort, SupportAdmin> = {
  select: sql`r.id, r.rating, r.body, r.verified, r.status, r.created_at, r.edited_at, r.listing_id,
    l.title as listing_title,
    l.archived_at is null as can_open, ${authorName} as author_name, ${authorEmail} as author_email`,
  from: sql`review r join listing l on l.id = r.listing_id join account a on a.id = r.author_id`,
  id: { by: sql`r.id`, type: 'uuid' },
  sorts: {
    listing: { by: sql`lower(l.title)`, type: 'text' },
    rating: { by: sql`r.rating`, type: 'integer' },
    created: { by: sql`r.created_at`, type: 'instant' },
  },
  startsBy: '-created',
  search: [sql`r.body`, sql`l.title`, authorName, authorEmail],
  ofAccount: (id) => sql`r.author_id = ${id}`,
  filters: {
    status: oneOf('Status', sql`r.status`, reviewStatuses, reviewStatusWording),
    rental: choices('Rental', {
      verified: ['Verified', sql`r.verified`],
      unverified: ['Not verified', sql`not r.verified`],
    }),
    rating: {
      label: 'Rating',
      options: ratings.map(({ stars, label }) => ({ value: String(stars), label })),
      conditionOf: (value) => (/^[1-5]$/.test(value) ? sql`r.rating = ${Number(value)}` : null),
    },
  },
  csv: [
    ['Id', (row) => row.id],
    ['Listing', (row) => row.listingTitle],
    ['Author', (row) => row.authorName],
    ['Author email', (row) => row.authorEmail],
    ['Rating', (row) => row.rating],
    ['Review', (row) => row.body],
    ['Verified rental', (row) => (row.verified ? 'yes' : 'no')],
    ['Status', (row) => reviewStatusWording(row.status)],
    ['Written', (row) => row.createdAt],
    ['Edited', (row) => row.editedAt],
  ],
}
