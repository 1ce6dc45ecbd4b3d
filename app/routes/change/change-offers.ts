import { type ChangeRequest, MAX_RENTAL_DAYS, periodWith } from '#domain/change/change.ts'
import { type ChangePrice } from '#domain/change/price-change.ts'
import {
  addDays,
  type Day,
  dayInManila,
  daysOf,
  formatDay,
  lastDay,
  type Period,
  startOfDay,
} from '#domain/period.ts'
import { durations } from '#domain/pricing/pricing.ts'
import { graceEnd } from '#domain/rental/late.ts'
import { startWindow } from '#domain/order/order.ts'
import type { Context } from '#server/context.ts'
import { mayAsk } from '#server/change/ask-change.ts'
import type { FoundChanges } from '#server/change/find-changes.ts'
import { partsText, priceText } from './change-words.ts'

/** A choice with its price, or why it is not possible. */
export type ChangeOffer = {
  value: string
  label: string
  price: string
  parts: string
  refusal: string | null
}

export type ChangeOffers = {
  extend: ChangeOffer[]
  shorten: ChangeOffer[]
  /** The days on which it may start instead; null when it can't be moved. */
  move: { from: Day; until: Day; start: Day } | null
  /** In the grace of a late return, its end: the owner answers by then. Null before. */
  graceUntil: Date | null
  /** Why nothing can be asked for at all. */
  refusal: string | null
}

/** What a renter can ask for now, each with its price. */
export function changeOffers(
  ctx: Pick<Context, 'payments' | 'settings'>,
  { rental, party }: FoundChanges,
  now: Date,
): ChangeOffers {
  const ask = (request: ChangeRequest) => mayAsk(ctx, party, rental, periodWith(rental.period, request), now)
  const offer = (value: string, label: string, request: ChangeRequest): ChangeOffer => {
    const verdict = ask(request)
    const price: ChangePrice | null = verdict.ok ? verdict.change : null
    return {
      value,
      label,
      price: price ? priceText(price, rental.paymentMethod) : '',
      parts: price ? partsText(price) : '',
      refusal: verdict.ok ? null : verdict.message,
    }
  }
  const extend = durations
    .filter((days) => daysOf(rental.period).length + days <= MAX_RENTAL_DAYS)
    .map((days) =>
      offer(
        String(days),
        `${days === 1 ? '1 more day' : `${days} more days`}, until ${until(rental.period, days)}`,
        { what: 'extend', days },
      ),
    )
  const shorten = daysOf(rental.period)
    .slice(0, -1)
    .toReversed()
    .map((day) => offer(day, formatDay(day), { what: 'shorten', lastDay: day }))
    .filter(({ refusal }) => refusal === null)
  const window = startWindow(now)
  const movable = rental.status === 'Approved' && canMove()
  return {
    extend,
    shorten,
    move: movable ? { ...window, start: rental.period.start } : null,
    graceUntil: now < startOfDay(rental.period.end) ? null : graceEnd(rental.period),
    refusal: extend.every(({ refusal }) => refusal) && shorten.length === 0 && !movable ? why() : null,
  }

  /** Whether some other start is possible, as far as that does not depend on the days. */
  function canMove(): boolean {
    const verdict = ask({ what: 'move', start: addDays(dayInManila(now), 1) })
    return verdict.ok || verdict.reason === 'dates-taken' || verdict.reason === 'unchanged'
  }

  function why(): string {
    return extend[0]?.refusal ?? 'The days of this rental can’t be changed.'
  }
}

const until = (period: Period, days: number) => formatDay(addDays(lastDay(period), days))
