import type { Services } from '../context.ts'

/**
 * How long what was done is kept: to look into a complaint of last week, and longer than the three days a push may
 * follow its letter.
 */
const DONE_DAYS = 7
/** How long what was given up waits for an admin to look at it; after that nobody wants the mail any more. */
const FAILED_DAYS = 90

/** Deletes effects that were done a week ago, or given up 90 days ago. Returns how many. */
export async function sweepEffects({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  const gone = await db
    .deleteFrom('effect')
    .where((eb) => eb.or([eb('doneAt', '<', daysAgo(DONE_DAYS)), eb('failedAt', '<', daysAgo(FAILED_DAYS))]))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
