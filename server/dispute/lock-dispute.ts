import { sql } from 'kysely'
import { asRentalParty } from '#domain/access.ts'
import type { Actor } from '#domain/actor.ts'
import { grantedOf } from '#domain/deposit/deposit.ts'
import type { DisputedMoney } from '#domain/dispute/award.ts'
import type { DisputedRental } from '#domain/dispute/open.ts'
import type { DisputeFacts } from '#domain/dispute/stage.ts'
import { parsePeriod } from '#domain/period.ts'
import { notFound } from '#domain/verdict.ts'
import type { Db, Tx } from '../context.ts'
import { lockDeposit } from '../deposit/lock-deposit.ts'
import { goodwillJson } from './queries.ts'

/**
 * A rental with its deposit, its open dispute (null when there is none) and the facts for the rules, locked until the
 * transaction ends; undefined when there is no such rental.
 */
export async function lockDispute(tx: Tx, rentalId: string) {
  const deposit = await lockDeposit(tx, rentalId)
  if (!deposit) return undefined
  const dispute =
    (await tx
      .selectFrom('dispute')
      .selectAll()
      .where('rentalId', '=', rentalId)
      .where('closedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()) ?? null
  const said = dispute ? await listSaid(tx, dispute.id) : []
  const decisions = dispute ? await listDecisions(tx, dispute.id) : []
  const { rental, currentDeposit, claim } = deposit
  const { rows } = await sql<{ given: DisputedMoney['goodwillGiven'] }>`
    select ${goodwillJson} as given from rental r where r.id = ${rentalId}`.execute(tx)
  const disputed: DisputedRental = {
    ...rental,
    period: parsePeriod(rental.period),
  }
  const inCash = currentDeposit.inCash
  // Cash that was never handed over: nothing was paid, so no line counts.
  const isUnpaid = inCash && !['Active', 'Completed'].includes(rental.status)
  const money: DisputedMoney = {
    lines: isUnpaid ? [] : rental.lines,
    grantedBefore: grantedOf(claim),
    lateCentavos: deposit.lateCentavos,
    lateOpenCentavos: deposit.lateOpenCentavos,
    goodwillGiven: rows[0]!.given,
    inCash,
    ownerAsked: dispute?.ownerAsked ?? null,
    renterAsked: dispute?.renterAsked ?? null,
  }
  const facts: DisputeFacts | null = dispute && {
    ...dispute,
    said,
    decidedAt: decisions[0]?.decidedAt ?? null,
  }
  return { ...deposit, disputed, money, dispute, facts, decisions }
}

/** As `lockDispute`, for one of the two people of the rental. Refusal: `not-found`. */
export async function lockOwnDispute(tx: Tx, actor: Actor, rentalId: string) {
  const locked = await lockDispute(tx, rentalId)
  if (!locked) return notFound()
  const gate = asRentalParty(actor, locked.rental)
  return gate.ok ? { ok: true as const, ...locked, party: gate.party } : gate
}

export type LockedDispute = NonNullable<Awaited<ReturnType<typeof lockDispute>>>
export type OpenDispute = NonNullable<LockedDispute['dispute']>

function listSaid(tx: Tx, disputeId: string) {
  return tx
    .selectFrom('disputeStatement')
    .select(['by', 'part', 'kind'])
    .where('disputeId', '=', disputeId)
    .orderBy('id')
    .execute()
}

/** The first decision on a dispute, and the one on the appeal. */
export function listDecisions(db: Db, disputeId: string) {
  return db
    .selectFrom('disputeDecision')
    .selectAll()
    .where('disputeId', '=', disputeId)
    .orderBy('round')
    .execute()
}
