import type { Services } from '../context.ts'

/** How long a closed report is kept, as the privacy policy says. */
const KEPT_YEARS = 2

/** Deletes reports that were closed more than two years ago. Returns how many. */
export async function sweepReports({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now())
  before.setUTCFullYear(before.getUTCFullYear() - KEPT_YEARS)
  const gone = await db.deleteFrom('report').where('closedAt', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
