import { sql } from 'kysely'
import { FIRST_HOUR, type Reminder, reminderAt, reminderRules } from '#domain/notification/reminders.ts'
import { addDays, dayInManila, hourInManila } from '#domain/period.ts'
import type { Services } from '../context.ts'
import { changing, recordEffects } from '../record.ts'
import { lockRental } from '../rental/queries.ts'
import { sweepEach } from '../sweep-each.ts'

const BATCH = 500

/**
 * Reminds both sides of the rentals that start tomorrow, are due back today, or are overdue, as the rules of
 * `domain/notification` say for the day in Manila. What was missed while no process ran is made up for only while it
 * is true. Returns how many were sent.
 */
export async function sweepReminders(services: Services): Promise<number> {
  if (hourInManila(services.clock.now()) < FIRST_HOUR) return 0
  let sent = 0
  let after: string | null = null
  for (;;) {
    const due: string[] = await findDue(services, after)
    await sweepEach(services, due, async (rentalId) => {
      if (await remind(services, rentalId)) sent++
    })
    if (due.length < BATCH) return sent
    after = due.at(-1)!
  }
}

/**
 * The rentals for which a rule holds today whose reminder was not sent. The rules are data, so they are not told
 * again here; each is a range of days that an index has.
 */
async function findDue({ db, clock }: Services, after: string | null): Promise<string[]> {
  const today = dayInManila(clock.now())
  const due = reminderRules.map(({ kind, number, status, of, from, to }) => {
    // A period ends with the day after its last.
    const [day, more] = of === 'first day' ? [sql`lower(r.period)`, 0] : [sql`upper(r.period)`, 1]
    return sql`select r.id, r.order_id from rental r where r.status = ${sql.lit(status)}
      and ${day} between ${addDays(today, more - to)}::date and ${addDays(today, more - from)}::date
      and not exists (select from reminder m where m.rental_id = r.id and m.kind = ${kind} and m.number = ${number})`
  })
  const { rows } = await sql<{ id: string }>`
    with due as materialized (${sql.join(due, sql` union all `)})
    select r.id from due r join "order" o on o.id = r.order_id and o.status = 'confirmed'
    where ${after ? sql`r.id > ${after}::uuid` : sql`true`} order by r.id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Sends a rental's reminder, unless another process has, or the rental has moved on. */
async function remind(services: Services, rentalId: string): Promise<boolean> {
  const { sent } = await changing(services, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    const awaitsPayment = rental?.orderStatus === 'awaiting_payment'
    const reminder = rental && reminderAt({ ...rental, awaitsPayment }, services.clock.now())
    const isFirst = reminder ? await noteSent(services, tx, rentalId, reminder) : false
    if (isFirst)
      await recordEffects(
        tx,
        services,
        (['renter', 'owner'] as const).map((to) => ({
          kind: 'reminder-mail',
          payload: { rentalId, ...reminder!, to },
        })),
      )
    return { ok: true, sent: isFirst }
  })
  return sent
}

/** Whether it was not sent before. */
async function noteSent(
  { clock }: Services,
  tx: Parameters<typeof recordEffects>[0],
  rentalId: string,
  reminder: Reminder,
): Promise<boolean> {
  const written = await tx
    .insertInto('reminder')
    .values({ rentalId, ...reminder, sentAt: clock.now() })
    .onConflict((conflict) => conflict.columns(['rentalId', 'kind', 'number']).doNothing())
    .returning('rentalId')
    .executeTakeFirst()
  return written !== undefined
}
