import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { sendMessage } from './chat/send-message.ts'
import { addFavorite } from './favorite/add-favorite.ts'
import { editListing } from './listing/edit-listing.ts'
import { stalePagesOf, hintsOf, noStalePages, type StalePages } from './stale-pages.ts'
import { takeStep } from './rental/take-step.ts'

const town = withServices(['ramon', 'olivia', 'amihan'])

/** What the commits of `doing` alter, together. */
async function altered(doing: () => Promise<unknown>): Promise<StalePages> {
  const all = noStalePages()
  const { afterCommit } = town.services
  town.services.afterCommit = (change) => {
    for (const id of change.listings) all.listings.add(id)
    all.listPages ||= change.listPages
    all.all ||= change.all
  }
  await doing()
  town.services.afterCommit = afterCommit
  return all
}
const publish = () => people.listApproved(town.services, { owner: town.cast.olivia, admin: town.cast.amihan })

describe('what alters the pages that guests share', () => {
  it('a rental alters its own listing; one that comes back alters the lists, too', async () => {
    const { services, cast } = town
    const listingId = await publish()
    let rentalId = ''
    const rented = await altered(async () => {
      ;({ rentalId } = await people.rent(services, cast.ramon, [listingId]))
    })
    expect(rented).toEqual({ listings: new Set([listingId]), listPages: false, all: false })
    const rejected = await altered(() => takeStep(by(services, cast.olivia), { rentalId, action: 'reject' }))
    expect(rejected).toEqual({ listings: new Set([listingId]), listPages: true, all: false })
  })

  it('an edit alters its listing and the lists', async () => {
    const { services, cast } = town
    const listingId = await publish()
    const photoIds = [await people.uploadTiny(services, cast.olivia)]
    const edited = await altered(async () =>
      accepted(await editListing(by(services, cast.olivia), { listingId, form: people.aForm({ photoIds }) })),
    )
    expect(edited).toEqual({ listings: new Set([listingId]), listPages: true, all: false })
  })

  it('hearts and messages alter none', async () => {
    const { services, cast } = town
    const listingId = await publish()
    const ramon = by(services, cast.ramon)
    const change = await altered(async () => {
      accepted(await addFavorite(ramon, { listingId }))
      accepted(await sendMessage(ramon, { to: { listingId }, text: 'Is it dry?' }))
    })
    expect(change).toEqual(noStalePages())
  })
})

it('other processes are told what changed, in hints that say the same', () => {
  const one = { listings: new Set(['a', 'b']), listPages: true, all: false }
  const told = hintsOf(one).map((hint) => stalePagesOf(hint)!)
  expect(new Set(told.flatMap(({ listings }) => [...listings]))).toEqual(one.listings)
  expect([told.some(({ listPages }) => listPages), told.some(({ all }) => all)]).toEqual([true, false])
  expect(hintsOf({ ...one, all: true }).map((hint) => stalePagesOf(hint)?.all)).toEqual([true])
  expect(stalePagesOf({ to: 'an account', kind: 'news', about: 'all' })).toBeNull()
})
