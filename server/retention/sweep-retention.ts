import { type Expires, expiring, type ExpiryName } from '#domain/retention/policy.ts'
import { cutoffOf } from '#domain/retention/time-kept.ts'
import type { Services } from '../context.ts'
import { noteFailure } from '../sweep-each.ts'
import { batchesOf } from './batches.ts'

/** How many rows one statement deletes: few enough that nobody waits for their locks. */
const BATCH = 1000

type Sweeping = Pick<Services, 'db' | 'clock' | 'keptMail' | 'settings' | 'log'>

/**
 * Deletes everything that was kept for as long as `domain/retention` and the settings say, in small batches, each one
 * statement; what became due during downtime goes now. An error with one kind of data is logged, and the others go on.
 * Returns how many of each were deleted. `only` names those to sweep; all by default.
 */
export async function sweepRetention(
  services: Sweeping,
  stopping: () => boolean = () => false,
  { batch = BATCH, only }: { batch?: number; only?: readonly ExpiryName[] } = {},
): Promise<Record<ExpiryName, number>> {
  const swept = {} as Record<ExpiryName, number>
  for (const expires of expiring) {
    if (only && !only.includes(expires.name)) continue
    swept[expires.name] = 0
    try {
      for await (const gone of deleteOld(services, expires, batch)) {
        swept[expires.name] += gone
        if (stopping()) return swept
      }
    } catch (error) {
      noteFailure(error)
      services.log.error({ err: error, what: expires.name }, 'what was kept long enough could not be deleted')
    }
  }
  return swept
}

/** Deletes the rows or files of one kind that are too old; yields after each batch how many were deleted. */
async function* deleteOld({ db, clock, settings, keptMail }: Sweeping, expires: Expires, batch: number) {
  const now = clock.now()
  const before = 'time' in expires ? cutoffOf(settings.kept[expires.name], now) : now
  if (expires.name === 'keptMail') yield (await keptMail?.remove(({ sentAt }) => sentAt < before)) ?? 0
  for (const statement of batchesOf(expires)) {
    let gone: number
    do {
      gone = Number((await statement({ before, now, most: batch }).execute(db)).numAffectedRows ?? 0)
      yield gone
    } while (gone === batch)
  }
}
