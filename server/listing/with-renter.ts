import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/period.ts'

/** `saidBack` of `domain/rental/possession.ts`, in SQL. */
export const saidBack = (rental: RawBuilder<unknown>) => sql<boolean>`(
  ${rental}.brought_back_at is not null and ${rental}.brought_back_objected_at is null)`

/** `saidHadIt` of `domain/dispute/award.ts`, in SQL. */
export const saidHadIt = (rental: RawBuilder<unknown>) => sql<boolean>`(
  ${rental}.brought_back_at is not null or ${rental}.handover_proof is not distinct from 'both')`

/**
 * Whether it is contested that the renter of an Active rental has got the item: the dispute about their objection to
 * the hand-over is open, or the objection waits for the end of a dispute that was open before it, or a decision or an
 * agreement after the hand-over says that they never got it. A renter who said that they brought the item back, or
 * confirmed the hand-over, has had it.
 */
export const isHandoverInDoubt = (rental: RawBuilder<unknown>) => sql<boolean>`(
  not ${saidHadIt(rental)} and (${rental}.handover_objected_at is not null
    and exists (select from dispute d where d.rental_id = ${rental}.id and d.closed_at is null
      and (d.opened_at < ${rental}.handover_objected_at or exists (select from dispute_statement s
        where s.dispute_id = d.id and s.by = 'renter' and s.kind = 'not-handed-over')))
    or exists (select from dispute d where d.rental_id = ${rental}.id
      and case when d.closed_at is null
        then (select last.never_got and last.decided_at >= ${rental}.handed_over_at from dispute_decision last
          where last.dispute_id = d.id order by last.round desc limit 1)
        else d.never_got and d.closed_at >= ${rental}.handed_over_at end)))`

/**
 * Whether the renter of an Active rental has the item: `isHandoverInDoubt` is false, and the renter has not said
 * that it is back, or the owner objected to that.
 */
export const isWithRenter = (rental: RawBuilder<unknown>) => sql<boolean>`(
  not ${saidBack(rental)} and not ${isHandoverInDoubt(rental)})`

/** Whether the item has still to be handed over (Approved), or the renter has it and has to return it (Active). */
export const isOnAgenda = (
  rental: RawBuilder<unknown>,
) => sql<boolean>`(${rental}.status in ('Approved', 'Active')
  and (${rental}.status = 'Approved' or ${isWithRenter(rental)}))`

/** Whether the last day of a rental has passed and its renter still has the item. */
export const isLateWithRenter = (
  rental: RawBuilder<unknown>,
  today: Day,
) => sql<boolean>`(${rental}.status = 'Active'
  and upper(${rental}.period) <= ${today}::date and ${isWithRenter(rental)})`

/** SQL: the rental `r` with the late fee `f` is out and counts as not returned. */
export const isNotReturned = sql`(r.status = 'Active' and f.not_returned_at is not null
  and ${isWithRenter(sql.ref('r'))})`
