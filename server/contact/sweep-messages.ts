import type { Services } from '../context.ts'

/** How long a message is kept, as the privacy policy says. */
const KEPT_YEARS = 2

/** Deletes contact messages that are older than two years. Returns how many. */
export async function sweepMessages({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now())
  before.setUTCFullYear(before.getUTCFullYear() - KEPT_YEARS)
  const gone = await db.deleteFrom('contactMessage').where('createdAt', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
