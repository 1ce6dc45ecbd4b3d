import { DAY_MS } from '#domain/time.ts'
import { type Chance, idAt, zipf } from './chance.ts'
import type { Tables } from './tables.ts'
import { firstNames, lastNames, places } from './words.ts'

export type Person = { id: string; name: string; location: string }
/** The people of the city: the first is an admin, the first fifth of the others are owners. */
export type People = { admin: Person; owners: Person[]; everyone: Person[] }

/**
 * Creates people with accounts and without passwords: nobody can log in as one. Their accounts are older than any
 * listing.
 */
export function settle(tables: Tables, chance: Chance, count: number, now: Date): People {
  const place = zipf(places.length)
  const owning = 1 + Math.ceil(count / 5)
  const all = Array.from({ length: count + 1 }, (_, i): Person => {
    const [first, last] = [chance.pick(firstNames), chance.pick(lastNames)]
    const since = new Date(now.getTime() - (910 + chance.upTo(400)) * DAY_MS - chance.upTo(DAY_MS))
    const person = {
      id: idAt(chance, since.getTime()),
      name: `${first} ${last}`,
      location: places[place(chance)]!,
    }
    const role = i === 0 ? 'admin' : i < owning ? 'owner' : 'renter'
    const verified = i === 0 || chance.is(0.6) ? 'verified' : 'unverified'
    tables.add('account', [
      ...[
        person.id,
        person.name,
        first,
        last,
        `person.${i}`,
        `person.${i}@metropolis.test`,
        true,
        role,
        role === 'admin' ? 'all' : null,
        verified,
      ],
      ...[person.location, since, since],
    ])
    return person
  })
  return { admin: all[0]!, owners: all.slice(1, owning), everyone: all.slice(1) }
}
