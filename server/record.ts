import pg from 'pg'
import type { EventSubject } from '#db/schema.ts'
import type { DepositNews } from '#domain/deposit/deposit.ts'
import type { JobKind } from '#domain/job/job.ts'
import type { Reminder } from '#domain/notification/reminders.ts'
import type { Context, Tx } from './context.ts'
import { collectNews, writeNews } from './news.ts'
import { addStalePages, noStalePages, type StalePages } from './stale-pages.ts'

/**
 * What a change makes happen outside the database; each kind has its doer in `jobs/do-effect.ts` and its service in
 * `jobKinds`.
 */
export type Effect =
  | { kind: 'rental-mail'; payload: { rentalId: string; action: string; to: 'owner' | 'renter' } }
  | { kind: 'listing-mail'; payload: { listingId: string; decision: 'approved' | 'rejected' } }
  | { kind: 'take-down-mail'; payload: { listingId: string; reason: string | null } }
  | { kind: 'suspension-mail'; payload: { accountId: string; reason: string | null } }
  | { kind: 'welcome-mail'; payload: { accountId: string } }
  | { kind: 'contact-mail'; payload: { messageId: string } }
  | { kind: 'password-reset-mail'; payload: { accountId: string | null; expiresAt: string } }
  | { kind: 'password-changed-mail'; payload: { accountId: string } }
  | { kind: 'confirmation-mail'; payload: { accountId: string } }
  | { kind: 'verification-mail'; payload: { accountId: string; decision: 'verified' | 'rejected' } }
  | { kind: 'reminder-mail'; payload: Reminder & { rentalId: string; to: 'owner' | 'renter' } }
  | { kind: 'push'; payload: { letterEffectId: number } }
  | { kind: 'message-mail'; payload: { threadId: string; messageId: number; to: 'owner' | 'renter' } }
  | { kind: 'remove-photo'; payload: { photoId: string } }
  | { kind: 'hide-photo'; payload: { photoId: string } }
  | { kind: 'deposit-mail'; payload: { rentalId: string; news: DepositNews; to: 'owner' | 'renter' } }
  | { kind: 'close-checkout'; payload: { sessionId: string } }
  | { kind: 'send-refund'; payload: { refundId: string } }
  | { kind: 'payment-mail'; payload: { orderId: string; paymentId: string } }
  | { kind: 'refund-mail'; payload: { refundId: string } }
  | { kind: 'report-mail'; payload: { reportId: string; to: 'reporter' | 'reported' } }
  | { kind: 'assistant-reply'; payload: { threadId: string } }

export type Happening = {
  subject: EventSubject
  subjectId: string
  action: string
  detail?: Record<string, unknown>
}

/** The cached pages of guests that each open transaction makes stale. */
const stalePages = new WeakMap<Tx, StalePages>()
/** The kinds of the effects that each open transaction writes, to be done as soon as it commits. */
const effectsNow = new WeakMap<Tx, Set<JobKind>>()

/**
 * Makes the pages that contain these listings stale once the transaction commits; with `listPages` those that list
 * listings, too.
 */
export function recordStaleListings(
  tx: Tx,
  listingIds: readonly string[],
  { listPages }: { listPages: boolean },
): void {
  const stale = stalePages.get(tx)
  if (!stale) return
  for (const id of listingIds) stale.listings.add(id)
  stale.listPages ||= listPages
}

/** Writes who did what to what, in the transaction of the change itself. */
export async function recordEvents(
  tx: Tx,
  { actor, clock }: Pick<Context, 'actor' | 'clock'>,
  happenings: readonly Happening[],
): Promise<void> {
  if (happenings.length === 0) return
  const stale = stalePages.get(tx)
  if (stale) for (const happening of happenings) addStalePages(stale, happening)
  await tx
    .insertInto('event')
    .values(
      happenings.map(({ detail, ...happening }) => ({
        ...happening,
        at: clock.now(),
        actorId: actor.kind === 'user' ? actor.id : null,
        actorRole: actor.kind === 'user' ? actor.role : null,
        detail: JSON.stringify(detail ?? {}),
      })),
    )
    .execute()
}

/**
 * Writes the effects of a change, in its transaction. They are done after it commits, or `afterMs` later, at least
 * once.
 */
export async function recordEffects(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  effects: readonly Effect[],
  { afterMs = 0 }: { afterMs?: number } = {},
): Promise<void> {
  if (effects.length === 0) return
  if (afterMs === 0) noteEffects(tx, effects)
  const now = clock.now()
  const dueAt = new Date(now.getTime() + afterMs)
  await tx
    .insertInto('effect')
    .values(
      effects.map(({ kind, payload }) => ({
        kind: kind satisfies JobKind,
        payload: JSON.stringify(payload),
        createdAt: now,
        dueAt,
      })),
    )
    .execute()
}

/** Has effects of these kinds done as soon as the transaction commits that writes them. */
export function noteEffects(tx: Tx, effects: readonly { kind: JobKind }[]): void {
  for (const { kind } of effects) effectsNow.get(tx)?.add(kind)
}

type Changing = Pick<Context, 'db' | 'clock' | 'events' | 'afterCommit'>

/** How often a change is tried that the database ended because it and another waited for each other. */
const TRIES = 5

/**
 * Runs a change in one transaction. It commits when `change` returns an accepting verdict and rolls back when it
 * refuses or throws, so a refusal never leaves something half-written. What was noted by `recordNews` is written
 * last. When the database chose it to end a deadlock, nothing of it was written, and it runs again: so `change` does
 * nothing outside `tx`.
 */
export async function changing<V extends { ok: boolean }>(
  ctx: Changing,
  change: (tx: Tx) => Promise<V>,
): Promise<V> {
  for (let tried = 1; ; tried++) {
    try {
      return await changeOnce(ctx, change)
    } catch (error) {
      const deadlock = error instanceof pg.DatabaseError && error.code === '40P01'
      if (!deadlock || tried === TRIES) throw error
    }
  }
}

async function changeOnce<V extends { ok: boolean }>(
  ctx: Changing,
  change: (tx: Tx) => Promise<V>,
): Promise<V> {
  const trx = await ctx.db.startTransaction().execute()
  try {
    const { news, ended } = collectNews(trx)
    const stale = noStalePages()
    stalePages.set(trx, stale)
    const kinds = new Set<JobKind>()
    effectsNow.set(trx, kinds)
    const verdict = await change(trx)
    if (!verdict.ok) {
      await trx.rollback().execute()
      return verdict
    }
    const told = await writeNews(trx, news, ctx.clock.now())
    await trx.commit().execute()
    ctx.afterCommit(stale, kinds)
    ctx.events.publish([...new Set([...told, ...ended])].map((to) => ({ to, kind: 'news' })))
    return verdict
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack)
      await trx
        .rollback()
        .execute()
        .catch(() => {})
    throw error
  }
}
