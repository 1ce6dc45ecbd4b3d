import { sql } from 'kysely'
import { FIRST_HOUR, reminderAt, reminderRules } from '#domain/notification/reminders.ts'
import { addDays, dayInManila, hourInManila } from '#domain/period.ts'
import type { Services } from '../context.ts'
import { isWithRenter } from '../listing/with-renter.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { noteReminder } from '../rental/note-reminder.ts'
import { lockRental } from '../rental/queries.ts'
import { sweepEach } from '../sweep-each.ts'

const BATCH = 500

/**
 * Reminds both sides of the rentals that start tomorrow, are due back today, or are overdue, by the rules of
 * `domain/notification` for the day in Manila. A reminder that was missed during downtime is sent only while it is
 * still true. A renter who says that they never got the item, or brought it back, is not reminded of the return while
 * that stands. Nobody is reminded of the start while the item is not back; if it comes back on that day, the reminder
 * is sent then. Returns how many were sent.
 */
export async function sweepReminders(
  services: Services,
  stopping: () => boolean = () => false,
): Promise<number> {
  if (hourInManila(services.clock.now()) < FIRST_HOUR) return 0
  let sent = 0
  let after: string | null = null
  for (;;) {
    const due: string[] = await findDue(services, after)
    await sweepEach(services, stopping, due, async (rentalId) => {
      if (await remind(services, rentalId)) sent++
    })
    if (due.length < BATCH || stopping()) return sent
    after = due.at(-1)!
  }
}

/**
 * The rentals with a rule that applies today and whose reminder was not sent. The conditions are built from the rules;
 * each is a range of days that uses an index.
 */
async function findDue({ db, clock }: Services, after: string | null): Promise<string[]> {
  const today = dayInManila(clock.now())
  const due = reminderRules.map(({ kind, number, status, of, from, to }) => {
    // The upper end of a period is the day after its last day.
    const [day, more] = of === 'first day' ? [sql`lower(r.period)`, 0] : [sql`upper(r.period)`, 1]
    return sql`select r.id from rental r where r.status = ${sql.lit(status)}
      and ${day} between ${addDays(today, more - to)}::date and ${addDays(today, more - from)}::date
      and not exists (select from reminder m where m.rental_id = r.id and m.kind = ${kind} and m.number = ${number})`
  })
  const { rows } = await sql<{ id: string }>`
    with due as materialized (${sql.join(due, sql` union all `)})
    select r.id from due d join rental r on r.id = d.id
      join "order" o on o.id = r.order_id and o.status = 'confirmed'
    where ${after ? sql`r.id > ${after}::uuid` : sql`true`} and ${isWithRenter(sql.ref('r'))}
    order by r.id limit ${BATCH}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Sends a rental's reminder, unless another process has sent it, or the rental's status changed. */
async function remind(services: Services, rentalId: string): Promise<boolean> {
  const { sent } = await inTransaction(services, async (tx) => {
    const rental = await lockRental(tx, rentalId)
    const reminder = rental ? reminderAt(rental, services.clock.now()) : null
    const isFirst = reminder ? await noteReminder(tx, rentalId, reminder, services.clock.now()) : false
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
