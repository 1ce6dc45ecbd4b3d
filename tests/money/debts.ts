import { sql } from 'kysely'
import { receiveDebt } from '#server/debt/receive-debt.ts'
import { payDebt } from '#server/payment/pay-debt.ts'
import { settleCheckout } from '#server/payment/settle-checkout.ts'
import { by } from '#tests/support/services.ts'
import type { Place, World } from './world.ts'

type OpenDebt = { id: string; debtorId: string; creditorId: string }

/** The open debts of places, the newest first. */
export async function openDebtsOf({ services }: World, places: readonly Place[]): Promise<OpenDebt[]> {
  const owners = places.flatMap((place) => place.owners.map(({ id }) => id))
  const { rows } = await sql<OpenDebt>`select d.id,
      case d.owed_by when 'renter' then r.renter_id else r.owner_id end as debtor_id,
      case d.owed_by when 'renter' then r.owner_id else r.renter_id end as creditor_id
    from debt d join rental r on r.id = d.rental_id
    where d.settled_at is null and r.owner_id = any(${owners}::uuid[]) order by d.since desc, d.id`.execute(
    services.db,
  )
  return rows
}

const personOf = (places: readonly Place[], id: string) =>
  places.flatMap(({ owners, renters }) => [...owners, ...renters]).find((one) => one.id === id)

/** The one who is owed says that they have it. */
export const receive = ({ services }: World, places: readonly Place[], { id, creditorId }: OpenDebt) =>
  receiveDebt(by(services, personOf(places, creditorId)), { debtId: id })

/** The one who owes opens the provider's page, pays there, and comes back, as far as they go. */
export async function pay(
  { services, emulator }: World,
  places: readonly Place[],
  { id, debtorId }: OpenDebt,
  upTo: 'open' | 'pay' | 'settle',
): Promise<void> {
  await payDebt(by(services, personOf(places, debtorId)), { debtId: id })
  const { rows } = await sql<{ sessionId: string }>`select s.id as session_id from "order" o
    join checkout_session s on s.order_id = o.id where o.debt_id = ${id} and o.status = 'awaiting_payment'`.execute(
    services.db,
  )
  const sessionId = rows[0]?.sessionId
  if (!sessionId || upTo === 'open') return
  const checkout = emulator.list().checkouts.find((one) => one.id === sessionId)
  if (checkout?.status === 'active') emulator.pay(sessionId, { channel: 'gcash' })
  if (upTo === 'settle') await settleCheckout(services, sessionId)
}
