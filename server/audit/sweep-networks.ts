import type { Services } from '../context.ts'

/** How long the audit log says from which network something came, as the privacy policy says. What happened stays. */
const KEPT_YEARS = 1

/** Takes the networks out of events that are older than a year. Returns of how many. */
export async function sweepNetworks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now())
  before.setUTCFullYear(before.getUTCFullYear() - KEPT_YEARS)
  const swept = await db
    .updateTable('event')
    .set({ network: null })
    .where('network', 'is not', null)
    .where('at', '<', before)
    .executeTakeFirst()
  return Number(swept.numUpdatedRows)
}
