import { sql } from 'kysely'
import type { Confirmer } from '#domain/access.ts'
import { decideGoodwill } from '#domain/dispute/goodwill.ts'
import type { GoodwillForm } from '#domain/dispute/goodwill-form.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Tx } from '../context.ts'
import { recordRentalLiveEvents } from '../live-events.ts'
import { recordEffects, recordEvents } from '../record.ts'
import { payGoodwill } from '../refund/pay-goodwill.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import { lockDispute } from './lock-dispute.ts'
import { lockPeople } from './lock-people.ts'
import { findMoneyAndDisputes } from './queries.ts'

type Goodwill = Omit<GoodwillForm, 'intent'>

/**
 * Locks the rental and the accounts of its two people, and checks whether the site may pay one of them this much
 * goodwill now. Returns the rental. Refusals: `not-found`, `decided` (the same form was sent before), `own` (the admin
 * is a party), and those of `decideGoodwill`.
 */
export async function checkGoodwill(
  tx: Tx,
  ctx: Pick<Context, 'actor'>,
  { goodwillId, rentalId, to, amount }: Goodwill,
) {
  const deleted = await lockPeople(tx, rentalId)
  const locked = await lockDispute(tx, rentalId)
  if (!locked) return notFound()
  const { rental } = locked
  if (await isMade(tx, goodwillId))
    return refuse('decided', 'This goodwill payment was made already. Nothing was changed.')
  if (ctx.actor.kind === 'user' && [rental.renterId, rental.ownerId].includes(ctx.actor.id))
    return refuse('own', 'You are a party to this rental. Another admin has to decide.')
  const { orderStatus } = await tx
    .selectFrom('order')
    .select('status as orderStatus')
    .where('id', '=', rental.orderId)
    .executeTakeFirstOrThrow()
  const isDeleted = { renter: deleted.includes(rental.renterId), owner: deleted.includes(rental.ownerId) }
  const facts = {
    ...(await findMoneyAndDisputes(tx, rentalId)),
    status: rental.status,
    orderStatus,
    isDeleted,
  }
  const verdict = decideGoodwill(facts, { to, centavos: amount })
  return verdict.ok ? { ok: true as const, rental } : verdict
}

/**
 * Pays goodwill, adds it with its reason to the rental's timeline, and sends both people an email, in the caller's
 * transaction. Refusals: as `checkGoodwill`.
 */
export async function giveGoodwill(
  tx: Tx,
  ctx: Context,
  _confirmer: Confirmer,
  goodwill: Goodwill,
): Promise<Verdict> {
  const verdict = await checkGoodwill(tx, ctx, goodwill)
  if (!verdict.ok) return verdict
  const { rental } = verdict
  const { goodwillId, rentalId, to, amount: centavos, reason } = goodwill
  await payGoodwill(tx, ctx, rental, { causeId: goodwillId, to, centavos })
  await recordEvents(tx, ctx, [
    {
      subject: 'rental',
      subjectId: rentalId,
      action: 'pay-goodwill',
      detail: { to, centavos, reason },
    },
  ])
  const { hash } = await appendEntry(tx, ctx, rentalId, {
    kind: 'pay-goodwill',
    side: 'admin',
    text: reason,
    facts: { to, centavos },
  })
  const sides = ['renter', 'owner'] as const
  await recordEffects(
    tx,
    ctx,
    sides.map((side) => ({ kind: 'goodwill-mail', payload: { rentalId, head: hash, to: side, goodwillId } })),
  )
  recordRentalLiveEvents(tx, rental)
  return { ok: true }
}

/**
 * Whether this id has paid goodwill before, or is that of a dispute, whose own payment has the same key in the book.
 */
async function isMade(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`select exists (select from book_entry
      where key in (${`goodwill:${id}`}, ${`goodwill-owner:${id}`}))
    or exists (select from dispute where id = ${id}) as made`.execute(tx)
  return rows[0]!.made
}
