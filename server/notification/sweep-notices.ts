import type { Services } from '../context.ts'

/** How long a notice is kept, as the privacy policy says. */
const KEPT_YEARS = 1

/** Deletes notices that are older than a year. Returns how many. */
export async function sweepNotices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now())
  before.setUTCFullYear(before.getUTCFullYear() - KEPT_YEARS)
  const gone = await db.deleteFrom('notice').where('createdAt', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
