import { sql } from 'kysely'

/** How many rentals of a person or a listing have not ended. */
export type OpenRentals = { pendingRentals: number; approvedRentals: number; activeRentals: number }

/** SQL: the columns of `OpenRentals`, counted over the rentals `r`. */
export const openRentalCounts = sql`count(*) filter (where r.status = 'Pending')::int as pending_rentals,
  count(*) filter (where r.status = 'Approved')::int as approved_rentals,
  count(*) filter (where r.status = 'Active')::int as active_rentals`
