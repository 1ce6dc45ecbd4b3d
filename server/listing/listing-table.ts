import { sql } from 'kysely'
import type { SupportAdmin } from '#domain/access.ts'
import type { RowOf } from '#db/schema.ts'
import { listingStatuses, statusWording } from '#domain/listing/listing.ts'
import { pesosInFigures } from '#domain/money.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { cardJoins, categoryName, mainPhoto } from './queries.ts'
import { choices, type Table, valuesOf } from '../admin-table.ts'
import { fullName } from '../names.ts'

type Columns =
  | ('id' | 'title' | 'pricePerDayCentavos' | 'status' | 'pausedAt' | 'takenDownAt' | 'ownerSuspended')
  | ('editedAt' | 'moderatedAt' | 'createdAt' | 'rentalCount')
export type AdminListing = Pick<RowOf<'listing'>, Columns> & {
  photo: PhotoRef | null
  categoryName: string
  editedSinceReview: boolean
  ownerName: string
  ownerEmail: string
}
export type ListingSort = 'title' | 'price' | 'created' | 'rentals'

const edited = sql`l.edited_at > l.moderated_at`
const ownerName = fullName('o')

/** Every existing listing, in any status. */
export const listingTable: Table<AdminListing, ListingSort, SupportAdmin> = {
  select: sql`l.id, l.title, ${mainPhoto} as photo, ${categoryName} as category_name,
    l.price_per_day_centavos, l.status, l.paused_at,
    l.taken_down_at, l.owner_suspended, l.edited_at, l.moderated_at, l.created_at,
    coalesce(${edited}, false) as edited_since_review, l.rental_count, ${ownerName} as owner_name,
    o.email as owner_email`,
  from: sql`listing l ${cardJoins}`,
  where: sql`l.archived_at is null`,
  id: { by: sql`l.id`, type: 'uuid' },
  sorts: {
    title: { by: sql`lower(l.title)`, type: 'text' },
    price: { by: sql`l.price_per_day_centavos`, type: 'integer' },
    created: { by: sql`l.created_at`, type: 'instant' },
    rentals: { by: sql`l.rental_count`, type: 'integer' },
  },
  startsBy: '-created',
  search: [sql`l.title`, ownerName, sql`o.email`],
  ofAccount: (id) => sql`l.owner_id = ${id}`,
  filters: {
    status: choices('Status', {
      ...valuesOf(sql`l.status`, listingStatuses, statusWording),
      edited: ['Edited since approval', edited],
      paused: ['Paused', sql`l.paused_at is not null`],
      'taken-down': ['Taken down', sql`l.taken_down_at is not null`],
    }),
    category: {
      label: 'Category',
      conditionOf: (value) => {
        if (value === 'none') return sql`l.category_id is null`
        return /^\d{1,9}$/.test(value) ? sql`l.category_id = ${Number(value)}` : null
      },
    },
  },
  csv: [
    ['Id', (row) => row.id],
    ['Title', (row) => row.title],
    ['Category', (row) => row.categoryName],
    ['Price per day (PHP)', (row) => pesosInFigures(row.pricePerDayCentavos)],
    ['Status', (row) => statusWording(row.status)],
    ['Edited since approval', (row) => (row.editedSinceReview ? 'yes' : 'no')],
    ['Paused', (row) => (row.pausedAt ? 'yes' : 'no')],
    ['Rentals', (row) => row.rentalCount],
    ['Owner', (row) => row.ownerName],
    ['Owner email', (row) => row.ownerEmail],
    ['Created', (row) => row.createdAt],
    ['Taken down', (row) => (row.takenDownAt ? 'yes' : 'no')],
  ],
}
