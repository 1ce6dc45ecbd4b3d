import type { Services } from '../context.ts'

/** How long a browser may sleep and still hear of everything; after that its pages are read anew. */
const KEPT_DAYS = 7

/** Deletes news that is older than a week. Returns how many. */
export async function sweepNews({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000)
  const gone = await db.deleteFrom('accountEvent').where('at', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
