import { sql } from 'kysely'
import { errorCodeOf } from '#domain/job/error-code.ts'
import { type JobKind, retryAfter } from '#domain/job/job.ts'
import type { Services } from '../context.ts'
import type { Effect } from '../record.ts'

const BATCH = 20
const LEASE_SECONDS = 60

/** Which effects are done, all unless said, and how many at once; of several at once no more are leased than are begun. */
export type Share = { kinds?: readonly JobKind[]; atOnce?: number }

/**
 * Does the effects that are due, oldest first, until none is left; returns how many were done. Each is leased for a minute by
 * moving its due time (`for update skip locked`, so several processes share the work), and again when its turn comes late, done
 * outside the transaction, then marked. A failure waits as `retryAfter` says, and is given up, loudly, after three days; of what went
 * wrong only a code is kept.
 */
export async function runEffects(
  services: Services,
  doEffect: (effect: Effect & { id: number }) => Promise<void>,
  stopping: () => boolean = () => false,
  { kinds, atOnce = 1 }: Share = {},
): Promise<number> {
  let done = 0
  const ofShare = kinds ? sql`and kind = any(${kinds}::text[])` : sql``
  for (;;) {
    const now = services.clock.now()
    const { rows } = await sql<{ id: number; kind: string; payload: unknown; attempts: number }>`
      update effect set attempts = attempts + 1, due_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
      where id in (select id from effect where done_at is null and failed_at is null and due_at <= ${now} ${ofShare}
        order by due_at, id limit ${atOnce > 1 ? atOnce : BATCH} for update skip locked)
      returning id, kind, payload, attempts`.execute(services.db)
    if (rows.length === 0 || stopping()) return done
    const waiting = rows.sort((a, b) => a.id - b.id).values()
    const work = async () => {
      for (const row of waiting) {
        if (!(await stillOurs(services, row, now))) continue
        try {
          await doEffect(row as unknown as Effect & { id: number })
          await services.db
            .updateTable('effect')
            .set({ doneAt: services.clock.now(), lastError: null })
            .where('id', '=', row.id)
            .execute()
          done++
        } catch (error) {
          await postpone(services, row, error)
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
  }
}

/** Leases an effect again when those before it took long; whether nobody else has taken it meanwhile. */
async function stillOurs(services: Services, row: { id: number; attempts: number }, leasedAt: Date) {
  const now = services.clock.now()
  if (now.getTime() - leasedAt.getTime() < (LEASE_SECONDS * 1000) / 4) return true
  const { rows } =
    await sql`update effect set due_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
    where id = ${row.id} and attempts = ${row.attempts} and done_at is null returning id`.execute(services.db)
  return rows.length > 0
}

async function postpone(
  services: Services,
  row: { id: number; kind: string; attempts: number },
  error: unknown,
) {
  const now = services.clock.now()
  const seconds = retryAfter(row.attempts)
  services.log[seconds === null ? 'error' : 'warn'](
    { effectId: row.id, kind: row.kind, attempts: row.attempts, err: error },
    'effect failed',
  )
  await services.db
    .updateTable('effect')
    .set({
      lastError: errorCodeOf(error),
      ...(seconds === null ? { failedAt: now } : { dueAt: new Date(now.getTime() + seconds * 1000) }),
    })
    .where('id', '=', row.id)
    .execute()
}
