import { changeKindOf, daysIn } from '#domain/change/change.ts'
import type { ChangeAction } from '#domain/change/change-action.ts'
import { priceOf } from '#domain/change/price-change.ts'
import type { Side } from '#domain/side.ts'
import { entrySideOf } from '#domain/timeline/entry.ts'
import type { Context, Tx } from '../context.ts'
import { recordRentalLiveEvents, type RentalOfTwo } from '../live-events.ts'
import { recordEffects, recordEvents } from '../record.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import type { StoredChange } from './queries.ts'

type Said = Pick<StoredChange, 'id' | 'from' | 'to' | 'rentCentavos' | 'feeCentavos'>

/**
 * Writes that something happened with a change, in its transaction: the event, the entry of the rental's timeline, the
 * emails to the sides of `to`, and the live events.
 */
export async function recordChange(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'actor'>,
  rental: RentalOfTwo,
  change: Said,
  action: ChangeAction,
  to: readonly Side[],
): Promise<void> {
  const { from, to: wanted } = change
  const days = { from: from.start, until: from.end, newFrom: wanted.start, newUntil: wanted.end }
  const centavos = priceOf(change)
  await recordEvents(tx, ctx, [
    {
      subject: 'rental',
      subjectId: rental.id,
      action: `${action}-change`,
      detail: { before: `${from.start} – ${from.end}`, after: `${wanted.start} – ${wanted.end}`, centavos },
    },
  ])
  const { hash } = await appendEntry(tx, ctx, rental.id, {
    kind: `${action}-change`,
    side: entrySideOf(ctx.actor, rental),
    facts: {
      ...days,
      what: changeKindOf(from, wanted) ?? 'move',
      days: daysIn(wanted) - daysIn(from),
      centavos,
    },
  })
  await recordEffects(
    tx,
    ctx,
    to.map((side) => ({
      kind: 'change-mail',
      payload: { changeId: change.id, news: action, to: side, head: hash },
    })),
  )
  recordRentalLiveEvents(tx, rental)
}
