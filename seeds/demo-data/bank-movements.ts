import { asHeadAdmin } from '#domain/access.ts'
import type { Centavos } from '#domain/money.ts'
import type { RecordPayoutForm } from '#domain/book/payout-form.ts'
import { readyCentavos } from '#domain/book/payout.ts'
import { nightOf } from '#domain/reconciliation/reconciliation.ts'
import { dayInManila } from '#domain/period.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Services } from '#server/context.ts'
import { recordMovement } from '#server/proposal/record-movement.ts'
import { explainDifference } from '#server/reconciliation/explain-difference.ts'
import { computeOwnerSums } from '#server/book/queries.ts'
import { reconcileNightly } from '#server/reconciliation/reconcile.ts'
import { accepted, act } from '../act.ts'
import type { DemoPayments } from './payments.ts'
import type { DemoData } from './people-and-listings.ts'

/**
 * Amihan's movements of money: she pays a refund by hand, pays some owners, records what another paid and what the
 * provider settled. The nightly run finds two payments that are not of this site; she explains one.
 */
export async function recordBankMovements(
  services: Services,
  { people }: Pick<DemoData, 'people'>,
  now: Date,
  payments: DemoPayments,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const by = (moment: Date) => {
    const ctx = act(services, people.get('amihan'), moment)
    const { admin } = accepted(asHeadAdmin(ctx.actor))
    // Otherwise all would only wait for another admin.
    return [{ ...ctx, settings: { ...ctx.settings, adminFourEyes: false } }, admin] as const
  }
  const record = async (moment: Date, payout: Omit<RecordPayoutForm, 'intent' | 'paidOn'>) => {
    const payload = { ...payout, paidOn: dayInManila(moment) }
    accepted(await recordMovement(...by(moment), { kind: 'payout', payload }))
  }

  await payments.at(daysAgo(6), async () => {
    const { id: refundId } = await services.db
      .selectFrom('refund')
      .select('id')
      .where('status', '=', 'manual')
      .orderBy('createdAt')
      .executeTakeFirstOrThrow()
    const payload = { refundId, proof: 'InstaPay 3019 442 871', paidOn: dayInManila(daysAgo(6)) }
    accepted(await recordMovement(...by(daysAgo(6)), { kind: 'refund', payload }))
  })
  await payments.at(daysAgo(5), () =>
    record(daysAgo(5), { direction: 'from_provider', amount: 1_200_000, reference: 'PayMongo payout 11-02' }),
  )
  await payments.at(daysAgo(1), async () => {
    for (const { key, reference, amount } of moved) {
      const ownerId = people.get(key)!.id
      const ready = readyCentavos(await computeOwnerSums(services.db, ownerId))
      const direction = ready > 0 ? 'to_owner' : 'from_owner'
      await record(daysAgo(1), { direction, ownerId, amount: amount ?? Math.abs(ready), reference })
    }
  })
  await payments.at(lastNight(now), async () => {
    await payments.payElsewhere(services, 'gcash')
    await payments.payElsewhere(services, 'card')
    const msgPrefix = 'A part of the demo, which has two payments that the site does not know: '
    accepted(await reconcileNightly({ ...services, log: services.log.child({}, { msgPrefix }) }))
  })
  await payments.at(now, async () => {
    const difference = await services.db
      .selectFrom('reconciliationDifference')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const explanation = 'Paid at the stall of the barangay fair, which takes cards by the same account.'
    accepted(await explainDifference(...by(now), { differenceId: difference.id, explanation }))
  })
}

/** Who settles with the site, the reference, and the amount (all of it by default). */
const moved: { key: string; reference: string; amount?: Centavos }[] = [
  { key: 'teresa', reference: 'BDO 2026-0411-8842' },
  { key: 'olivia', reference: 'BPI 7741 205 113', amount: 60_000 },
  { key: 'jun', reference: 'GCash 2002 118 344' },
]

/** 02:10 in Manila, when the last night's comparison was due. */
function lastNight(now: Date): Date {
  const tonight = nightOf(now).getTime() + 600_000
  return new Date(tonight < now.getTime() ? tonight : tonight - DAY_MS)
}
