import { describe, expect, it } from 'vitest'
import { asReviewer } from '#domain/access.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { updateProfile } from './account/update-profile.ts'
import { sendMessage } from './chat/send-message.ts'
import { addFavorite } from './favorite/add-favorite.ts'
import { editListing } from './listing/edit-listing.ts'
import { writeNotice } from './notification/write-notice.ts'
import { writeReview } from './review/write-review.ts'
import {
  addStalePages,
  eventNotificationsOf,
  noStalePages,
  type StalePages,
  stalePagesOf,
} from './stale-pages.ts'
import { takePartyAction } from './rental/take-action.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])

/** The stale pages of all commits of `doing` together. */
async function altered(doing: () => Promise<unknown>): Promise<StalePages> {
  const all = noStalePages()
  const { afterCommit } = fixture.services
  fixture.services.afterCommit = (change) => {
    for (const id of change.listings) all.listings.add(id)
    all.listPages ||= change.listPages
    all.all ||= change.all
  }
  await doing()
  fixture.services.afterCommit = afterCommit
  return all
}
const publicListings = () =>
  fixture.services.db.selectFrom('listing').select('id').where('isPublic', '=', true).execute()
const publish = () =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan })

describe('the stale pages of a change', () => {
  it('a rental makes its own listing stale; one that comes back also the lists', async () => {
    const { services, cast } = fixture
    const listingId = await publish()
    let rentalId = ''
    const rented = await altered(async () => {
      ;({ rentalId } = await people.rent(services, cast.ramon, [listingId]))
    })
    expect(rented).toEqual({ listings: new Set([listingId]), listPages: false, all: false })
    const rejected = await altered(() =>
      takePartyAction(by(services, cast.olivia), { rentalId, action: 'reject' }),
    )
    expect(rejected).toEqual({ listings: new Set([listingId]), listPages: true, all: false })
  })

  it('an edit makes its listing and the lists stale', async () => {
    const { services, cast } = fixture
    const listingId = await publish()
    const photoIds = [await people.uploadTiny(services, cast.olivia)]
    const edited = await altered(async () =>
      accepted(await editListing(by(services, cast.olivia), { listingId, form: people.aForm({ photoIds }) })),
    )
    expect(edited).toEqual({ listings: new Set([listingId]), listPages: true, all: false })
  })

  it('a profile makes stale what shows the person: their public listings, and those they reviewed', async () => {
    const { services, cast } = fixture
    const editing = (who: 'ramon' | 'amihan' | 'olivia') =>
      altered(async () => {
        const form = { intent: 'profile' as const, fullName: 'Ana Reyes', location: '' }
        accepted(
          await updateProfile(by(services, cast[who]), { ...form, removePicture: false, picture: null }),
        )
      })
    const listingId = await publish()
    expect(await editing('ramon')).toEqual(noStalePages())
    accepted(
      await writeReview(by(services, cast.ramon), accepted(asReviewer(cast.ramon)).reviewer, {
        listingId,
        rating: 5,
        body: 'Dry.',
      }),
    )
    expect(await editing('ramon')).toEqual(noStalePages())
    await services.db.updateTable('review').set({ status: 'published' }).execute()
    const pages = { ...noStalePages(), listings: new Set([listingId]) }
    expect(await editing('ramon')).toEqual(pages)
    expect(await editing('olivia')).toEqual({
      ...pages,
      listings: new Set((await publicListings()).map(({ id }) => id)),
    })
    await services.db.updateTable('listing').set({ pausedAt: services.clock.now() }).execute()
    expect(await editing('olivia')).toEqual(noStalePages())
  })

  it('favourites, messages and notices make no page stale', async () => {
    const { services, cast } = fixture
    const listingId = await publish()
    const ramon = by(services, cast.ramon)
    const change = await altered(async () => {
      accepted(await addFavorite(ramon, { listingId }))
      accepted(await sendMessage(ramon, { to: { listingId }, text: 'Is it dry?' }))
      const notice = { title: 'Olivia wrote', text: 'It is.', path: `/listing/${listingId}` }
      await writeNotice(services, 1, { ...notice, accountId: cast.ramon.id, kind: 'new-message' })
    })
    const written = await services.db.selectFrom('notice').select('accountId').execute()
    expect(written).toEqual([{ accountId: cast.ramon.id }])
    expect(change).toEqual(noStalePages())
  })
})

it.each([
  ['edit-profile', false],
  ['verify', true],
  ['reject', true],
  ['suspend', true],
  ['end-suspension', true],
  ['delete', true],
  ['make-calendar-feed', false],
  ['add-passkey', false],
  ['renew-recovery-codes', false],
  ['ask-email-change', false],
  ['an action that is added later', false],
])('what guests see of a person makes every page stale, other actions none: %s', (action, all) => {
  const stale = noStalePages()
  addStalePages(stale, { subject: 'account', subjectId: 'an account', action })
  expect(stale).toEqual({ ...noStalePages(), all })
})

it('other processes get the same stale pages by event notifications', () => {
  const one = { listings: new Set(['a', 'b']), listPages: true, all: false }
  const notified = eventNotificationsOf(one).map((notification) => stalePagesOf(notification)!)
  expect(new Set(notified.flatMap(({ listings }) => [...listings]))).toEqual(one.listings)
  expect([notified.some(({ listPages }) => listPages), notified.some(({ all }) => all)]).toEqual([
    true,
    false,
  ])
  expect(
    eventNotificationsOf({ ...one, all: true }).map((notification) => stalePagesOf(notification)?.all),
  ).toEqual([true])
  const many = { ...one, listings: new Set(Array.from({ length: 101 }, (_, i) => String(i))) }
  expect(eventNotificationsOf(many).map((notification) => stalePagesOf(notification)?.all)).toEqual([true])
  expect(stalePagesOf({ to: 'an account', kind: 'live-event', about: 'all' })).toBeNull()
})
