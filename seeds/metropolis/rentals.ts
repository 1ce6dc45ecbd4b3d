import { createHash } from 'node:crypto'
import { renderAgreement } from '#domain/agreement/agreement.ts'
import { formatDaterange } from '#domain/period.ts'
import { deliveryOptions, durations, priceOrder } from '#domain/pricing/pricing.ts'
import { requestAnswerBy } from '#domain/rental/answer-by.ts'
import { holdsDates, rentedMore } from '#domain/rental/lifecycle.ts'
import type { RentalStatus } from '#domain/status.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { type Chance, idAt } from './chance.ts'
import type { Metropolis, RentedThing } from './city.ts'
import type { Person } from './people.ts'

/** Rentals start at most this many days ahead. */
const AHEAD = 60

/**
 * The columns of a listing that are derived from its rentals, reviews and favourites; `booked` also counts rentals
 * that came to nothing.
 */
export type Tally = {
  booked: number
  rentals: number
  holds: boolean
  ratings: number
  ratingSum: number
  favorites: number
}

/** Days from today: the first of a rental, and the one after its last. */
type Stay = { from: number; until: number; status: RentalStatus }

/**
 * Rents a listing about `wanted` times to different people, one rental after another, from some weeks ahead back to
 * when it was added, each with its order, its money and perhaps a review.
 */
export function rent(city: Metropolis, thing: RentedThing, wanted: number): Tally {
  const { chance } = city
  const tally: Tally = { booked: 0, rentals: 0, holds: false, ratings: 0, ratingSum: 0, favorites: 0 }
  const oldest = -Math.floor((city.now.getTime() - thing.listedAt.getTime()) / DAY_MS) + 2
  const quality = 2.5 + 2.5 * chance.next() ** 0.5
  const authors = new Set<Person>()
  let free = chance.is(0.4) ? chance.upTo(AHEAD) : -chance.upTo(40)
  if (chance.is(0.03)) block(city, thing, Math.max(free, 0) + 1)
  for (let i = 0; i < wanted; i++) {
    const days = chance.pick(durations)
    const from = free - days
    if (from < oldest) break
    const stay = { from, until: free, status: statusOf(chance, from, free) }
    const renter = chance.pick(city.people.everyone)
    free = from - chance.upTo(8)
    if (renter === thing.owner) continue
    book(city, thing, renter, stay)
    tally.booked++
    tally.rentals += rentedMore('Rejected', stay.status)
    tally.holds ||= holdsDates(stay.status)
    if (stay.status !== 'Completed' || authors.has(renter) || !chance.is(0.35)) continue
    authors.add(renter)
    const rating = review(city, thing, renter, stay, quality)
    if (rating === null) continue
    tally.ratings++
    tally.ratingSum += rating
  }
  return tally
}

function statusOf(chance: Chance, from: number, until: number): RentalStatus {
  const at = chance.next()
  if (from > 0) return at < 0.08 ? 'Rejected' : at < 0.18 ? 'Cancelled' : at < 0.3 ? 'Pending' : 'Approved'
  if (until > 0) return at < 0.05 ? 'Cancelled' : 'Active'
  return at < 0.05 ? 'Rejected' : at < 0.12 ? 'Cancelled' : 'Completed'
}

/** When a rental was requested, approved, and got its status: never after now, nor before its listing was added. */
function momentsOf({ chance, now, calendar }: Metropolis, thing: RentedThing, { from, until, status }: Stay) {
  const { noon } = calendar
  const within = (moment: number) => Math.min(Math.max(moment, thing.listedAt.getTime()), now.getTime())
  const ago = (hours: number) => now.getTime() - chance.next() * hours * HOUR_MS
  const asked = within(
    status === 'Pending' ? ago(20) : Math.min(noon(from) - (1 + 15 * chance.next()) * DAY_MS, ago(200)),
  )
  const answered = within(asked + 5 * HOUR_MS * chance.next())
  const changed = { Active: within(noon(from)), Completed: within(noon(until - 1)), Pending: asked }
  return { asked, answered, changed: changed[status as keyof typeof changed] ?? answered }
}

const taken = new Set<number>()
/** An order's number is an instant that no other order has. */
function momentOfItsOwn(moment: number): number {
  while (taken.has(moment)) moment--
  taken.add(moment)
  return moment
}

function book(city: Metropolis, thing: RentedThing, renter: Person, stay: Stay) {
  const { chance, tables, calendar } = city
  const { status } = stay
  const moments = momentsOf(city, thing, stay)
  const asked = momentOfItsOwn(Math.floor(moments.asked))
  const [orderId, rentalId] = [idAt(chance, asked), idAt(chance, asked)]
  const durationDays = (stay.until - stay.from) as (typeof durations)[number]
  const deliveryOption = chance.pick(deliveryOptions)
  const period = { start: calendar.day(stay.from), end: calendar.day(stay.until) }
  const agreement = renderAgreement(city.agreement, renter.name, [
    {
      title: thing.title,
      ownerName: thing.owner.name,
      durationDays,
      startDate: period.start,
      ownerTerms: '',
      cancellationPolicy: 'flexible',
      depositCentavos: 0,
    },
  ])
  const sha256 = createHash('sha256').update(agreement).digest('hex')
  const [askedAt, changedAt] = [new Date(asked), new Date(Math.max(asked, moments.changed))]
  const wasApproved = status === 'Approved' || status === 'Active' || status === 'Completed'
  tables.add('order', [
    ...[orderId, `cod-${asked}`, renter.id, 'confirmed', 'cash_on_delivery', idAt(chance, asked)],
    ...[agreement, sha256, askedAt, askedAt, askedAt],
  ])
  tables.add('rental', [
    ...[rentalId, orderId, thing.id, renter.id, thing.owner.id, thing.title, thing.photoId],
    ...[
      thing.pricePerDayCentavos,
      durationDays,
      deliveryOption,
      formatDaterange(period),
      status,
      askedAt,
      changedAt,
    ],
    ...[
      requestAnswerBy(askedAt, period, 48),
      wasApproved ? new Date(Math.max(asked, moments.answered)) : null,
    ],
  ])
  const lines = priceOrder([{ ...thing, lineId: rentalId, durationDays, deliveryOption, depositCentavos: 0 }])
  for (const { kind, centavos } of lines)
    tables.add('money_line', [orderId, rentalId, kind, centavos, askedAt, null])
  // A rental that did not take place is not charged.
  if (status === 'Rejected' || status === 'Cancelled')
    for (const { kind, centavos } of lines.filter((line) => line.centavos > 0))
      tables.add('money_line', [orderId, rentalId, 'waived', -centavos, changedAt, kind])
}

/** A renter's review; returns its rating if it counts, or null while it waits for an admin. */
function review(
  { chance, tables, people, now, calendar }: Metropolis,
  thing: RentedThing,
  author: Person,
  { until }: Stay,
  quality: number,
): number | null {
  const rating = Math.max(1, Math.min(5, Math.round(quality + 2 * chance.next() - 0.8)))
  const at = new Date(Math.min(now.getTime(), calendar.noon(until)))
  const waits = chance.is(0.02)
  tables.add('review', [
    ...[idAt(chance, at.getTime()), thing.id, author.id, rating, `${rating} of 5 for ${thing.title}.`, true],
    ...[waits ? 'waiting' : 'published', at, waits ? null : at, waits ? null : people.admin.id],
  ])
  return waits ? null : rating
}

function block({ chance, tables, now, calendar }: Metropolis, thing: RentedThing, from: number) {
  const period = formatDaterange({ start: calendar.day(from), end: calendar.day(from + 1 + chance.upTo(20)) })
  tables.add('blocked_period', [idAt(chance, now.getTime()), thing.id, period, now])
}
