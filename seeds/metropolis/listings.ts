import { WAITING_FOR_REVIEW } from '#domain/listing/listing.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { type Chance, idAt, zipf } from './chance.ts'
import type { Metropolis, RentedThing } from './city.ts'
import type { Person } from './people.ts'
import { rent, type Tally } from './rentals.ts'
import { speaker, things } from './words.ts'

/** How many different words there are. */
const VOCABULARY = 50_000
/** For how many days listings have been added. */
const DAYS = 900
const THUMBHASH = '1QcSHQRnh493V4dIh4eXh1h4kJUI'

/** Adds one listing after another; `rentals` is how often it should have been rented, the result how often it was. */
export function lister(city: Metropolis): (rentals: number) => number {
  const { chance, people, tables } = city
  const say = speaker(VOCABULARY)
  const [ownerAt, tagAt, thingAt] = [zipf(people.owners.length, 200), zipf(city.tags.length, 4), zipf(12)]
  const kinds = Object.entries(things)
  const kindAt = zipf(kinds.length)
  return (rentals) => {
    const kindRank = kindAt(chance)
    const [category, names] = kinds[kindRank]!
    const owner = people.owners[ownerAt(chance)]!
    const age = Math.floor(DAYS * chance.next() ** 1.5 * DAY_MS) + MINUTE_MS
    const listedAt = new Date(city.now.getTime() - age)
    const thing: RentedThing = {
      id: idAt(chance, listedAt.getTime()),
      photoId: idAt(chance, listedAt.getTime()),
      owner,
      title: titleOf(say(chance, 2 + chance.upTo(5)), names[thingAt(chance)]!, chance),
      pricePerDayCentavos: priceOf(chance, kindRank),
      listedAt,
    }
    const state = stateOf(chance)
    const tally = rent(city, thing, state === 'waiting' || state === 'rejected' ? 0 : rentals)
    tally.favorites = like(city, thing)
    const categoryId = chance.is(0.01) ? null : (city.categoryIds.get(category) ?? null)
    const tags = [...new Set(Array.from({ length: chance.upTo(5) }, () => city.tags[tagAt(chance)]!))]
    const description = `${say(chance, 20 + chance.upTo(25)).join(' ')}.`
    addListing(city, { thing, categoryId, tags, description, state, tally })
    tables.add('photo', [
      ...[thing.photoId, owner.id, thing.id, 0, 1280, 960, [320, 640, 960, 1280], THUMBHASH, listedAt],
    ])
    return tally.booked
  }
}

function titleOf(words: string[], name: string, chance: Chance): string {
  words.splice(chance.upTo(words.length), 0, name)
  const title = words.join(' ').slice(0, 80).trim()
  return title[0]!.toUpperCase() + title.slice(1)
}

/** Expensive things are rare, and each category has its own price level; whole tens of pesos. */
function priceOf(chance: Chance, kind: number): number {
  const pesos = (80 + 60 * (kind % 5)) * Math.exp(1.1 * (chance.next() + chance.next() + chance.next() - 1))
  return Math.max(1, Math.round(pesos / 10)) * 1000
}

type ListingState = 'approved' | 'waiting' | 'rejected' | 'paused' | 'archived'
const shares: readonly [ListingState, number][] = [
  ['waiting', 0.04],
  ['rejected', 0.06],
  ['paused', 0.08],
  ['archived', 0.1],
]

function stateOf(chance: Chance): ListingState {
  const at = chance.next()
  return shares.find(([, until]) => at < until)?.[0] ?? 'approved'
}

type Listed = {
  thing: RentedThing
  categoryId: number | null
  tags: string[]
  description: string
  state: ListingState
  tally: Tally
}

function addListing({ tables, chance, people, now }: Metropolis, listed: Listed) {
  const { thing, categoryId, tags, description, state, tally } = listed
  const { id, owner, title, pricePerDayCentavos, listedAt } = thing
  const bookableWhileRented = chance.is(0.85)
  const statuses = { waiting: WAITING_FOR_REVIEW, rejected: 'rejected' } as const
  const accepted = !(state in statuses)
  const held = accepted && state !== 'archived' && !bookableWhileRented && tally.holds
  const status = statuses[state as keyof typeof statuses] ?? (held ? 'unavailable' : 'approved')
  const approvedText = {
    title,
    description,
    pricePerDayCentavos,
    depositCentavos: 0,
    cancellationPolicy: 'flexible',
    categoryId,
    tags,
    location: owner.location,
    ownerTerms: '',
    bookableWhileRented,
    photoIds: [thing.photoId],
  }
  const moderatedAt =
    state === 'waiting' ? null : new Date(Math.min(listedAt.getTime() + HOUR_MS, now.getTime()))
  tables.add('listing', [
    ...[
      id,
      owner.id,
      categoryId,
      title,
      description,
      pricePerDayCentavos,
      tags,
      owner.location,
      bookableWhileRented,
    ],
    ...[status, tally.rentals, listedAt, moderatedAt, moderatedAt && people.admin.id],
    ...[state === 'archived' ? now : null, state === 'paused' ? now : null],
    ...[tally.favorites, tally.ratings, tally.ratingSum, accepted ? JSON.stringify(approvedText) : null],
  ])
}

/** Adds favourites for a listing: none for most, many for a few. Returns how many. */
function like({ tables, chance, people, now }: Metropolis, thing: RentedThing): number {
  const wanted = Math.min(60, Math.floor(Math.log(1 - chance.next()) ** 2 / 2), people.everyone.length - 1)
  const fans = new Set<Person>()
  for (let i = 0; i < wanted; i++) fans.add(chance.pick(people.everyone))
  fans.delete(thing.owner)
  for (const fan of fans) {
    const at = thing.listedAt.getTime() + chance.next() * (now.getTime() - thing.listedAt.getTime())
    tables.add('favorite', [fan.id, thing.id, new Date(at)])
  }
  return fans.size
}
