import { sql } from 'kysely'
import { DEBT_REMINDER_DAYS } from '#domain/debt/debt.ts'
import type { Services } from '../context.ts'
import { inTransaction, recordEffects } from '../record.ts'
import { sweepEach } from '../sweep-each.ts'
import { lockDebt } from './queries.ts'

/** Reminds those who owe something for a week, once; at most 200 at a time. Returns how many it handled. */
export async function sweepDebts(services: Services, stopping: () => boolean = () => false): Promise<number> {
  const now = services.clock.now()
  const due = await sql<{ id: string }>`select id from debt where settled_at is null and reminded_at is null
    and since <= ${now}::timestamptz - make_interval(days => ${DEBT_REMINDER_DAYS})
    order by since limit 200`.execute(services.db)
  return sweepEach(services, stopping, due.rows, ({ id }) =>
    inTransaction(services, async (tx) => {
      const debt = await lockDebt(tx, id)
      const reminded = await tx
        .updateTable('debt')
        .set({ remindedAt: now })
        .where('id', '=', id)
        .where('settledAt', 'is', null)
        .where('remindedAt', 'is', null)
        .returning('owedBy')
        .executeTakeFirst()
      if (debt && reminded)
        await recordEffects(tx, services, [
          { kind: 'debt-mail', payload: { debtId: id, news: 'reminder', to: reminded.owedBy } },
        ])
      return { ok: true }
    }),
  )
}
