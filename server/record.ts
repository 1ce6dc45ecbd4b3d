import pg from 'pg'
import type { EventSubject } from '#db/schema.ts'
import type { JobKind } from '#domain/job/job.ts'
import type { EmailJob, EmailPayloads } from '#domain/notification/kinds.ts'
import type { RefundAction } from '#domain/refund/refund.ts'
import { msAfter } from '#domain/time.ts'
import type { Context, Tx } from './context.ts'
import type { Counted } from './counted.ts'
import { collectLiveEvents, messagesIn, writeLiveEvents } from './live-events.ts'
import { addStalePages, noStalePages, type StalePages } from './stale-pages.ts'
import { traced } from './trace.ts'

/** A statement of PostgreSQL takes at most 65,535 values; a row of these tables is at most nine. */
const ROWS_AT_ONCE = 5000

function* slicesOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
}

/** An email that a change sends; its template writes it when it is sent. */
export type EmailEffect = { [K in EmailJob]: { kind: K; payload: EmailPayloads[K] } }[EmailJob]

/**
 * An effect of a change outside the database; each kind has its code in `job/do-effect.ts` and its service in
 * `jobKinds`.
 */
export type Effect =
  | EmailEffect
  /**
   * `letterEffectId`: the effect of the email that says the same; `told`: the browsers that got it. The names stay,
   * because they are stored.
   */
  | { kind: 'push'; payload: { letterEffectId: number; told?: string[] } }
  | { kind: 'remove-photo'; payload: { photoId: string } }
  | { kind: 'hide-photo'; payload: { photoId: string } }
  | { kind: 'close-checkout'; payload: { sessionId: string } }
  | { kind: 'send-refund'; payload: { refundId: string } }
  | { kind: 'assistant-reply'; payload: { threadId: string } }

/** Something that an actor did, to be written into the audit log. */
export type NewEvent = (
  | { subject: 'refund'; action: RefundAction }
  | { subject: Exclude<EventSubject, 'refund'>; action: string }
) & {
  subjectId: string
  detail?: Record<string, unknown>
  /** What metrics count it by besides its action; it is not written. */
  countedBy?: string
}

/** The cached pages of guests that each open transaction makes stale. */
const stalePages = new WeakMap<Tx, StalePages>()
/** The kinds of the effects that each open transaction writes, to be started after the commit. */
const jobsToWake = new WeakMap<Tx, Set<JobKind>>()
/** The events of each open transaction, to be counted after the commit. */
const counted = new WeakMap<Tx, Counted[]>()

/**
 * Marks the pages with these listings as stale once the transaction commits; with `listPages` also the home and
 * catalogue pages.
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
  events: readonly NewEvent[],
): Promise<void> {
  const stale = stalePages.get(tx)
  if (stale) for (const event of events) addStalePages(stale, event)
  counted.get(tx)?.push(...events)
  const rows = events.map(({ detail, countedBy: _, ...event }) => ({
    ...event,
    at: clock.now(),
    actorId: actor.kind === 'user' ? actor.id : null,
    actorRole: actor.kind === 'user' ? actor.role : null,
    detail: JSON.stringify(detail ?? {}),
  }))
  for (const slice of slicesOf(rows)) await tx.insertInto('event').values(slice).execute()
}

/**
 * Writes the effects of a change, in its transaction. They are done after it commits, or `afterMs` milliseconds later,
 * at least once.
 */
export async function recordEffects(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  effects: readonly Effect[],
  { afterMs = 0 }: { afterMs?: number } = {},
): Promise<void> {
  if (effects.length === 0) return
  if (afterMs === 0) wakeJobs(tx, effects)
  const now = clock.now()
  const dueAt = msAfter(now, afterMs)
  const rows = effects.map(({ kind, payload }) => ({
    kind: kind satisfies JobKind,
    payload: JSON.stringify(payload),
    createdAt: now,
    dueAt,
  }))
  for (const slice of slicesOf(rows)) await tx.insertInto('effect').values(slice).execute()
}

/** Starts effects of these kinds as soon as the transaction that writes them commits. */
export function wakeJobs(tx: Tx, effects: readonly { kind: JobKind }[]): void {
  for (const { kind } of effects) jobsToWake.get(tx)?.add(kind)
}

type TransactionContext = Pick<Context, 'db' | 'clock' | 'events' | 'afterCommit'>

/** How often a change is tried that the database ended because of a deadlock. */
const TRIES = 5

/**
 * Runs a change in one transaction. It commits when `change` returns an accepting verdict and rolls back when it
 * refuses or throws, so a refusal never leaves something half-written. The events of `recordLiveEvents` are written
 * last. When the database ends it because of a deadlock, nothing was written, and it runs again: so `change` must do
 * nothing outside `tx`.
 */
export async function inTransaction<V extends { ok: boolean }>(
  ctx: TransactionContext,
  change: (tx: Tx) => Promise<V>,
): Promise<V> {
  for (let tried = 1; ; tried++) {
    try {
      return await traced({ kind: 'transaction', name: 'transaction' }, () => runOnce(ctx, change))
    } catch (error) {
      const deadlock = error instanceof pg.DatabaseError && error.code === '40P01'
      if (!deadlock || tried === TRIES) throw error
    }
  }
}

async function runOnce<V extends { ok: boolean }>(
  ctx: TransactionContext,
  change: (tx: Tx) => Promise<V>,
): Promise<V> {
  const trx = await ctx.db.startTransaction().execute()
  try {
    const { liveEvents, ended } = collectLiveEvents(trx)
    const stale = noStalePages()
    stalePages.set(trx, stale)
    const kinds = new Set<JobKind>()
    jobsToWake.set(trx, kinds)
    const events: Counted[] = []
    counted.set(trx, events)
    const verdict = await change(trx)
    if (!verdict.ok) {
      await trx.rollback().execute()
      return verdict
    }
    const notified = await writeLiveEvents(trx, liveEvents, ctx.clock.now())
    await trx.commit().execute()
    ctx.afterCommit(stale, kinds, [...events, ...messagesIn(liveEvents)])
    ctx.events.publish([...new Set([...notified, ...ended])].map((to) => ({ to, kind: 'live-event' })))
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
