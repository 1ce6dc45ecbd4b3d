import { sql } from 'kysely'
import type { RowOf } from '#db/schema.ts'
import type { SupportAdmin } from '#domain/access.ts'
import { choices, type Table } from '../admin-table.ts'
import { fullName } from '../names.ts'
import { waitsForVerification } from './queries.ts'

type Columns = 'id' | 'email' | 'username' | 'role' | 'verificationStatus' | 'suspendedAt'
export type AdminUser = Pick<RowOf<'account'>, Columns> & {
  name: string
  picture: string | null
  joinedAt: Date
  listingCount: number
  /** The number of their rentals, as renter or as owner. */
  rentalCount: number
}
export type UserSort = 'name' | 'email' | 'joined'

const name = fullName('a')

/** Everyone who has an account. */
export const userTable: Table<AdminUser, UserSort, SupportAdmin> = {
  select: sql`a.id, ${name} as name, a.email, a.username, a.image as picture, a.role, a.verification_status,
    a.suspended_at, a.created_at as joined_at,
    (select count(*)::int from listing l where l.owner_id = a.id and l.archived_at is null) as listing_count,
    (select count(*)::int from rental r where r.renter_id = a.id)
      + (select count(*)::int from rental r where r.owner_id = a.id) as rental_count`,
  from: sql`account a`,
  where: sql`a.deleted_at is null`,
  id: { by: sql`a.id`, type: 'uuid' },
  sorts: {
    name: { by: sql`lower(${name})`, type: 'text' },
    email: { by: sql`lower(a.email)`, type: 'text' },
    joined: { by: sql`a.created_at`, type: 'instant' },
  },
  startsBy: '-joined',
  search: [name, sql`a.email`, sql`a.username`],
  ofAccount: (id) => sql`a.id = ${id}`,
  filters: {
    role: choices('Role', {
      renter: ['Renters', sql`a.role = 'renter'`],
      owner: ['Owners', sql`a.role = 'owner'`],
      admin: ['Admins', sql`a.role = 'admin'`],
    }),
    status: choices('Status', {
      unverified: ['Unverified', waitsForVerification],
      verified: ['Verified', sql`a.verification_status = 'verified'`],
      rejected: ['Rejected', sql`a.verification_status = 'rejected'`],
      suspended: ['Suspended', sql`a.suspended_at is not null`],
    }),
  },
  csv: [
    ['Id', (row) => row.id],
    ['Name', (row) => row.name],
    ['Email', (row) => row.email],
    ['Username', (row) => row.username],
    ['Role', (row) => row.role],
    ['Verification status', (row) => row.verificationStatus],
    ['Listings', (row) => row.listingCount],
    ['Rentals', (row) => row.rentalCount],
    ['Joined', (row) => row.joinedAt],
    ['Suspended', (row) => row.suspendedAt],
  ],
}
