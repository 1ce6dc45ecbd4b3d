import { sql } from 'kysely'
import { system } from '#domain/actor.ts'
import { isDue } from '#domain/rental/late-fee.ts'
import { countsAsNotReturned, notReturnedAt, latestEndNotReturned } from '#domain/rental/late.ts'
import { DAY_BEFORE_HOUR, waitsForReturn } from '#domain/rental/not-back.ts'
import { addDays, dayInManila, formatDay, hourInManila, lastDay } from '#domain/period.ts'
import { MAX_LATE_DAYS } from '#domain/rental-limits.ts'
import type { Services } from '../context.ts'
import { recordLiveEvents } from '../live-events.ts'
import { beforeHandover } from '../listing/queries.ts'
import { isWithRenter, saidBack } from '../listing/with-renter.ts'
import { findLateFee } from '../deposit/find-late-fee.ts'
import { hasOpenDecision } from '../deposit/lock-deposit.ts'
import { openDispute } from '../dispute/open-dispute.ts'
import { hasOpenDispute } from '../dispute/queries.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { sweepEach } from '../sweep-each.ts'
import { lateMails, settleLateFee } from './late-fee.ts'
import { noteFact } from './note-fact.ts'
import { noteReminder } from './note-reminder.ts'
import { lockRental } from './queries.ts'

const BATCH = 200

/**
 * What is due of late returns: fees that nobody objected to are taken, once no dispute about their rental is open,
 * items that are out for seven days, and of which the renter does not say that they are back, count as not returned,
 * which opens a dispute, and the next renter of an item that is not back is notified once. At most 200 of each at a
 * time. Returns how many it handled.
 */
export async function sweepLate(services: Services, stopping: () => boolean = () => false): Promise<number> {
  const now = services.clock.now()
  const fees = await sql<{ id: string }>`select r.id from late_fee f join rental r on r.id = f.rental_id
    where f.due_at <= ${now} and not ${hasOpenDispute(sql`r.id`)} order by f.due_at limit ${BATCH}`.execute(
    services.db,
  )
  // A dispute that is decided ends first: nothing can be added to it, and another one is opened here.
  const out = await sql<{ id: string }>`select r.id from rental r where r.status = 'Active'
    and upper(r.period) <= ${latestEndNotReturned(dayInManila(now))}::date
    and not exists (select from late_fee f where f.rental_id = r.id and f.not_returned_at is not null)
    and ${isWithRenter(sql.ref('r'))}
    and not ${hasOpenDecision(sql`r.id`)}
    order by r.id limit ${BATCH}`.execute(services.db)
  return (
    (await sweepEach(services, stopping, fees.rows, ({ id }) => settle(services, id))) +
    (await sweepEach(services, stopping, out.rows, ({ id }) => noteNotReturned(services, id))) +
    (await sweepEach(services, stopping, await listWaitingForReturn(services), (id) =>
      notifyNextRenter(services, id),
    ))
  )
}

async function settle(services: Services, rentalId: string): Promise<unknown> {
  const ctx = { ...services, actor: system }
  return inTransaction(services, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    if (!rental || !isDue(await findLateFee(tx, rentalId), services.clock.now())) return { ok: true }
    if (rental.isDisputed) return { ok: true }
    await settleLateFee(tx, ctx, rentalId)
    await noteFact(tx, ctx, rental, { kind: 'take-late-fee' })
    await recordEffects(tx, services, lateMails(rentalId, 'taken'))
    return { ok: true }
  })
}

/** Records, once, that an item counts as not returned, and opens the dispute about that. */
async function noteNotReturned(services: Services, rentalId: string): Promise<unknown> {
  const now = services.clock.now()
  const ctx = { ...services, actor: system }
  return inTransaction(services, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    if (!rental || !countsAsNotReturned(rental, now)) return { ok: true }
    const { rows } = await sql`insert into late_fee (rental_id, not_returned_at)
      values (${rentalId}, ${notReturnedAt(rental.period)})
      on conflict (rental_id) do update set not_returned_at = excluded.not_returned_at
        where late_fee.not_returned_at is null returning 1`.execute(tx)
    if (rows.length === 0) return { ok: true }
    await noteFact(tx, ctx, rental, { kind: 'not-returned' })
    await recordEffects(tx, services, lateMails(rentalId, 'not-returned'))
    return openDispute(tx, ctx, {
      rentalId,
      kind: 'not-returned',
      by: 'system',
      notifiesPeople: false,
      text: `It was due back on ${formatDay(lastDay(rental.period))}, and is ${MAX_LATE_DAYS} days late.`,
    })
  })
}

/**
 * The rentals that begin by tomorrow and wait for an item that another renter has not brought back, and whose renter
 * was not notified yet.
 */
async function listWaitingForReturn({ db, clock }: Services): Promise<string[]> {
  const now = clock.now()
  const today = dayInManila(now)
  const ended = addDays(today, hourInManila(now) < DAY_BEFORE_HOUR ? 0 : 1)
  const { rows } = await sql<{ id: string }>`
    with late as materialized (
      select l.listing_id, l.renter_id, l.period from rental l where l.status = 'Active'
        and upper(l.period) <= ${ended}::date and not ${saidBack(sql.ref('l'))})
    select distinct r.id from late x join rental r on r.listing_id = x.listing_id
      join "order" o on o.id = r.order_id and o.status = 'confirmed'
    where r.status in (${beforeHandover}) and r.renter_id <> x.renter_id
      and lower(r.period) > lower(x.period) and lower(r.period) <= ${addDays(today, 1)}::date
      and not exists (select from reminder m where m.rental_id = r.id and m.kind = 'not-back')
    order by r.id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

async function notifyNextRenter(services: Services, rentalId: string): Promise<unknown> {
  const now = services.clock.now()
  return inTransaction(services, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    if (!rental || !waitsForReturn(rental, now)) return { ok: true }
    if (!(await noteReminder(tx, rentalId, { kind: 'not-back', number: 1 }, now))) return { ok: true }
    await recordEffects(tx, services, [{ kind: 'not-back-mail', payload: { rentalId } }])
    recordLiveEvents(tx, [
      { to: rental.renterId, kind: 'rental', detail: { rentalId, status: rental.status } },
    ])
    return { ok: true }
  })
}
