import { setTimeout as wait } from 'node:timers/promises'
import { ask, browse, contact, favour, newcomer, write } from './journeys-of-people.ts'
import { admit, lend, list } from './journeys-of-owners.ts'
import { cancel, order } from './journeys-of-renters.ts'
import type { Member, World } from './people.ts'

type Journey = (world: World, member: Member) => Promise<void>

const ofRenters: readonly Journey[] = [
  browse,
  favour,
  write,
  contact,
  ask,
  (world, member) => order(world, member, 'cash_on_delivery'),
  (world, member) => order(world, member, 'online'),
  (world, member) => order(world, member, 'online'),
  cancel,
]
const ofOwners: readonly Journey[] = [lend, lend, list, browse]

/** Everybody does one thing after another until `world.stopping`; the promise ends when all have finished theirs. */
export async function runJourneys(world: World): Promise<void> {
  const live = async (member: Member, journeys: readonly Journey[], first: number) => {
    await wait(world.pauseMs * Math.random())
    for (let i = first; !world.stopping; i++) {
      await journeys[i % journeys.length]!(world, member)
      await wait(world.pauseMs * (0.5 + Math.random()))
    }
  }
  const office = { email: '', browser: world.admin }
  await Promise.all([
    ...world.renters.map((member, i) => live(member, ofRenters, i * 3)),
    ...world.owners.map((member, i) => live(member, ofOwners, i)),
    live(office, [admit, newcomer], 0),
  ])
}

/** Lists things until there are enough to rent. */
export async function stock(world: World, enough = 6): Promise<void> {
  while (world.listings.length < enough) {
    await Promise.all(world.owners.map((owner) => list(world, owner)))
    await admit(world, { email: '', browser: world.admin })
  }
}
