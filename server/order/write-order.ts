import { type Insertable, sql } from 'kysely'
import type { Database } from '#db/schema.ts'
import { codOrderNumber } from '#domain/order/order.ts'
import { onlineOrderNumber } from '#domain/payment/payment.ts'
import type { EntryFacts } from '#domain/timeline/entry.ts'
import type { Tx } from '../context.ts'

export type NewOrder = Omit<Insertable<Database['order']>, 'number'> & { createdAt: Date }
/** The columns that a new rental has of its own, with their types in the database; the others come from the order. */
const rentalColumns = {
  id: 'uuid',
  listingId: 'uuid',
  renterId: 'uuid',
  ownerId: 'uuid',
  title: 'text',
  photoId: 'uuid',
  pricePerDayCentavos: 'int',
  durationDays: 'int',
  deliveryOption: 'text',
  cancellationPolicy: 'text',
  period: 'daterange',
  answerBy: 'timestamptz',
} as const satisfies Partial<Record<keyof Insertable<Database['rental']>, string>>
const columnNames = Object.keys(rentalColumns)
const rentalTypes = sql.raw(
  Object.entries(rentalColumns)
    .map(([name, type]) => `"${name}" ${type}`)
    .join(', '),
)

/** A rental with the facts and the hash of the first entry of its timeline, which is the renter's. */
export type NewRental = Required<Pick<Insertable<Database['rental']>, keyof typeof rentalColumns>> & {
  request: { facts: EntryFacts; hash: string }
}
export type NewLine = Pick<Insertable<Database['moneyLine']>, 'rentalId' | 'kind' | 'centavos'>

/**
 * Writes an order with its rentals, the first entries of their timelines and its money lines under the first free
 * number from its millisecond on, and returns that number; a confirmed order removes its lines from the cart. One
 * statement, and one more for each number that is taken.
 */
export async function writeOrder(
  tx: Tx,
  order: NewOrder,
  rentals: readonly NewRental[],
  lines: readonly NewLine[],
): Promise<string> {
  const numbered = order.paymentMethod === 'online' ? onlineOrderNumber : codOrderNumber
  for (let milliseconds = order.createdAt.getTime(); ; milliseconds++) {
    const number = numbered(milliseconds)
    if (await written(tx, { ...order, number }, rentals, lines)) return number
  }
}

async function written(
  tx: Tx,
  order: NewOrder & { number: string },
  rentals: readonly NewRental[],
  lines: readonly NewLine[],
): Promise<boolean> {
  const at = sql`${order.createdAt}::timestamptz`
  const { rows } = await sql<{ id: string }>`
    with placed as (insert into "order" (id, number, renter_id, status, holds_until, confirmed_at, payment_method,
        idempotency_key, agreement_text, agreement_sha256, agreement_accepted_at, created_at,
        debt_id)
      values (${order.id}, ${order.number}, ${order.renterId}, ${order.status}, ${order.holdsUntil},
        ${order.confirmedAt}, ${order.paymentMethod}, ${order.idempotencyKey}, ${order.agreementText},
        ${order.agreementSha256}, ${order.agreementAcceptedAt}, ${order.createdAt}, ${order.debtId ?? null})
      on conflict (number) do nothing returning id, renter_id, status),
    rented as (insert into rental (${sql.join(columnNames.map((name) => sql.ref(name)))}, order_id, created_at,
        status_changed_at, entry_count, entry_head)
      select ${sql.raw(columnNames.map((name) => `x."${name}"`).join(', '))}, p.id, ${at}, ${at}, 1, x.request->>'hash'
      from placed p, jsonb_to_recordset(${JSON.stringify(rentals)}::jsonb) x (${rentalTypes}, request jsonb)
      returning id, listing_id),
    noted as (insert into rental_entry (rental_id, seq, at, by_id, side, kind, facts, photos, hash)
      select x.id, 1, ${at}, p.renter_id, 'renter', 'request', x.request->'facts', '[]', x.request->>'hash'
      from placed p, jsonb_to_recordset(${JSON.stringify(rentals)}::jsonb) x (id uuid, request jsonb)),
    priced as (insert into money_line (order_id, rental_id, kind, centavos, created_at)
      select p.id, x."rentalId", x.kind, x.centavos, ${at} from placed p,
        jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) x ("rentalId" uuid, kind text, centavos int)),
    taken as (delete from cart_line k using placed p, rented r
      where p.status = 'confirmed' and k.renter_id = p.renter_id and k.listing_id = r.listing_id)
    select id from placed`.execute(tx)
  return rows.length > 0
}
