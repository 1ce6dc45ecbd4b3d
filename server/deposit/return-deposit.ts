import { asRentalParty } from '#domain/access.ts'
import { system } from '#domain/actor.ts'
import type { Centavos } from '#domain/money.ts'
import { decideReturn, type DepositEvent, unclaimedOf } from '#domain/deposit/deposit.ts'
import type { Side } from '#domain/side.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context, Services, Tx } from '../context.ts'
import { inTransaction, type Effect, recordEffects, recordEvents } from '../record.ts'
import { lockDeposit, type LockedDeposit, cancelDepositReturn, waitsForDecision } from './lock-deposit.ts'
import { recordCashReturn, sendDepositBack } from './give-back.ts'

type Returned = Verdict<{ centavos: Centavos }>

/**
 * Returns a deposit when one of its two people asks. Paid online, its owner returns all of it before the 48 hours are
 * over; in cash either of them records that the whole amount which is not claimed was handed back. Refusals:
 * `not-found` (for anyone but its two people), `early` (a decision that can be appealed may take some of it), and
 * those of `decideReturn`.
 */
export async function returnDeposit(ctx: Context, { rentalId }: { rentalId: string }): Promise<Returned> {
  return inTransaction(ctx, async (tx) => {
    const deposit = await lockDeposit(tx, rentalId)
    if (!deposit) return notFound()
    const gate = asRentalParty(ctx.actor, deposit.rental)
    if (!gate.ok) return gate
    // What is claimed secures an award; without a claim the whole deposit has to wait for it.
    if (!deposit.currentDeposit.openClaimCentavos && (await waitsForDecision(tx, rentalId)))
      return refuse('early', 'A decision about it can still be appealed.')
    return giveBack(tx, ctx, deposit, gate.party.side)
  })
}

/**
 * Returns a deposit that nobody claimed in time, or the rest of it; with a claim on all of it, or nothing held, it
 * only stops being due. Refusals: `not-found`, and those of `decideReturn`, `early` also while a decision about the
 * rental can be appealed.
 */
export async function returnDueDeposit(
  services: Services,
  { rentalId }: { rentalId: string },
): Promise<Returned> {
  return inTransaction(services, async (tx) => {
    const deposit = await lockDeposit(tx, rentalId)
    if (!deposit) return notFound()
    if (await waitsForDecision(tx, rentalId))
      return refuse('early', 'A decision about it can still be appealed.')
    const given = await giveBack(tx, { ...services, actor: system }, deposit, 'system')
    if (given.ok || (given.reason !== 'claimed' && given.reason !== 'deposit')) return given
    await cancelDepositReturn(tx, rentalId)
    return { ok: true, centavos: 0 }
  })
}

async function giveBack(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  deposit: LockedDeposit,
  by: 'owner' | 'renter' | 'system',
): Promise<Returned> {
  const { id } = deposit.rental
  if (by === 'system' && deposit.currentDeposit.leftCentavos === 0) {
    // A late fee takes all of it: nothing is left to go back.
    await cancelDepositReturn(tx, id)
    return { ok: true, centavos: 0 }
  }
  const verdict = decideReturn(deposit.currentDeposit, by, ctx.clock.now())
  if (!verdict.ok) return verdict
  const { centavos } = verdict
  const { inCash } = deposit.currentDeposit
  if (inCash) await recordCashReturn(tx, ctx, deposit, centavos)
  else await sendDepositBack(tx, ctx, deposit, centavos, 'deposit')
  await cancelDepositReturn(tx, id)
  await recordEvents(tx, ctx, [
    { subject: 'rental', subjectId: id, action: 'return-deposit', detail: { centavos, by } },
  ])
  // A renter who paid online is notified when the refund is made.
  const notified: Side[] = inCash ? [by === 'owner' ? 'renter' : 'owner'] : ['owner']
  await recordEffects(
    tx,
    ctx,
    by === 'owner' && !inCash ? [] : depositMails(id, 'returned', notified, centavos),
  )
  return verdict
}

/**
 * Tells both people of a rental, whose deposit the owner has in cash, that what nothing holds of it any more is to be
 * handed back. Does nothing when that is nothing, while the owner can still claim it, or when it was paid online.
 */
export async function askForCash(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rentalId: string,
): Promise<void> {
  const { rental, currentDeposit } = (await lockDeposit(tx, rentalId))!
  const centavos = unclaimedOf(currentDeposit)
  if (!currentDeposit.inCash || !currentDeposit.completedAt || rental.depositDueAt !== null || centavos <= 0)
    return
  await recordEvents(tx, ctx, [
    { subject: 'rental', subjectId: rentalId, action: 'ask-for-deposit', detail: { centavos } },
  ])
  await recordEffects(tx, ctx, depositMails(rentalId, 'cash-due'))
}

/**
 * The mail jobs that notify people of an event of a deposit; `rest` is what goes back now, in centavos.
 */
export function depositMails(
  rentalId: string,
  event: DepositEvent,
  people: readonly Side[] = ['owner', 'renter'],
  rest = 0,
): Effect[] {
  return people.map((to) => ({ kind: 'deposit-mail', payload: { rentalId, news: event, to, rest } }))
}
