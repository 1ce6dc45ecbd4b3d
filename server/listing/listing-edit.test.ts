import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withServices } from '#tests/support/with-services.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { addListing } from './add-listing.ts'
import { deleteListing } from './delete-listing.ts'
import { editListing } from './edit-listing.ts'
import { moderateListing } from './moderate-listing.ts'
import { openPrivatePhoto, photoAudience } from '../photo/open-photo.ts'
import { findAdminListing } from './find-admin-listing.ts'
import { readOverview } from '../overview/overview.ts'

const fixture = withServices(['ramon', 'olivia', 'diego', 'amihan'])
const admin = () => people.asAdmin(fixture.services, fixture.cast.amihan)
const pageOf = async (listingId: string) => accepted(await findAdminListing(...admin(), listingId)).listing
const minutes = (n: number) => fixture.services.clock.set(new Date(NOW.getTime() + n * 60_000))

async function edit(listingId: string, title: string) {
  const photoIds = [await people.uploadTiny(fixture.services, fixture.cast.olivia)]
  const form = people.aForm({ title, photoIds })
  accepted(await editListing(by(fixture.services, fixture.cast.olivia), { listingId, form }))
}
const accept = (listingId: string, seen?: Date | null) =>
  moderateListing(...admin(), { listingId, decision: 'approved', seen })

describe('a listing that was edited since it was approved', () => {
  // Spec: D11
  it('is shown with what was approved beside what it says now, until an admin accepts the edit', async () => {
    minutes(0)
    const { olivia, amihan } = fixture.cast
    const listingId = await people.listApproved(fixture.services, { owner: olivia, admin: amihan })
    const [photo] = (await pageOf(listingId)).photos
    minutes(1)
    await edit(listingId, 'A password for your bank')
    const edited = await pageOf(listingId)
    expect(edited.approved).toMatchObject({ title: '4-person tent', photoIds: [photo!.id] })
    expect(edited.now).toMatchObject({ title: 'A password for your bank' })
    expect(edited.now.photoIds).not.toContain(photo!.id)
    expect((await readOverview(...admin())).editedListings).toBe(1)
    minutes(2)
    accepted(await accept(listingId, edited.editedAt))
    const after = await pageOf(listingId)
    expect(after.approved).toEqual(after.now)
    expect((await readOverview(...admin())).editedListings).toBe(0)
  })

  it('and again while an admin looked at it, is not accepted unseen', async () => {
    minutes(10)
    const { olivia, amihan } = fixture.cast
    const listingId = await people.listApproved(fixture.services, { owner: olivia, admin: amihan })
    minutes(11)
    await edit(listingId, 'Seen')
    const { editedAt } = await pageOf(listingId)
    minutes(12)
    await edit(listingId, 'Unseen')
    expect(await accept(listingId, editedAt)).toMatchObject({ reason: 'stale' })
    expect((await pageOf(listingId)).approved).toMatchObject({ title: '4-person tent' })
    accepted(await accept(listingId, (await pageOf(listingId)).editedAt))
  })

  it('keeps the photos that were approved for admins alone, until the edit is accepted', async () => {
    minutes(15)
    const { services, cast } = fixture
    const { olivia, amihan, diego } = cast
    const listingId = await people.listApproved(services, { owner: olivia, admin: amihan })
    const [photo] = (await pageOf(listingId)).photos
    minutes(16)
    await edit(listingId, 'Between')
    await edit(listingId, 'And after')
    services.clock.set(new Date(NOW.getTime() + 48 * 3_600_000))
    await sweepOld(services, 'unusedPhotos')
    const edited = await pageOf(listingId)
    expect(edited.approvedPhotos).toEqual([photo])
    expect(edited.photos).toHaveLength(1)
    const opens = async (who: typeof olivia) =>
      (await openPrivatePhoto(by(services, who), photo!.id, photo!.widths[0]!)) !== null
    expect([await opens(amihan), await opens(olivia), await opens(diego)]).toEqual([true, true, false])
    expect(await photoAudience(services.db, photo!.id, photo!.widths[0]!)).toBe('few')
    accepted(await accept(listingId, edited.editedAt))
    await doEffects(services)
    expect(await opens(amihan)).toBe(false)
    expect(await services.images.open(photo!.id, photo!.widths[0]!)).toBeNull()
    expect((await pageOf(listingId)).approvedPhotos).toEqual((await pageOf(listingId)).photos)
  })

  it('takes a photo back that was approved, though not into another listing', async () => {
    minutes(18)
    const { services, cast } = fixture
    const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    const photoIds = (await pageOf(listingId)).photos.map(({ id }) => id)
    await edit(listingId, 'Without it')
    const olivia = by(services, cast.olivia)
    expect(await addListing(olivia, people.owner(cast.olivia), people.aForm({ photoIds }))).toMatchObject({
      reason: 'photos',
    })
    accepted(await editListing(olivia, { listingId, form: people.aForm({ photoIds }) }))
    const page = await pageOf(listingId)
    expect(page.photos.map(({ id }) => id)).toEqual(photoIds)
    expect(page.approvedPhotos).toEqual(page.photos)
  })

  it('goes with the photos that were kept when it is deleted', async () => {
    minutes(19)
    const { services, cast } = fixture
    const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
    const [photo] = (await pageOf(listingId)).photos
    await edit(listingId, 'Going')
    accepted(await deleteListing(by(services, cast.olivia), { listingId }))
    await doEffects(services)
    expect(await services.images.open(photo!.id, photo!.widths[0]!)).toBeNull()
  })

  it('keeps a photo by which somebody rented it, approved or not, also once the edit is accepted', async () => {
    minutes(19.2)
    const { services, cast } = fixture
    const { olivia, amihan, ramon } = cast
    const listingId = await people.listApproved(services, { owner: olivia, admin: amihan })
    const rented = async (days: number) => {
      const at = { startDate: addDays(TODAY, days) }
      const { rentalId } = await people.rent(services, ramon, [listingId], at)
      accepted(await takePartyAction(by(services, ramon), { rentalId, action: 'cancel' }))
      return rentalId
    }
    const [shown] = (await pageOf(listingId)).photos
    const first = await rented(10)
    minutes(19.4)
    await edit(listingId, 'Prettier')
    const [prettier] = (await pageOf(listingId)).photos
    const second = await rented(20)
    await edit(listingId, 'Other')
    accepted(await accept(listingId))
    await doEffects(services)
    const photosOf = await services.db
      .selectFrom('rental')
      .select(['id', 'photoId'])
      .where('listingId', '=', listingId)
      .execute()
    expect(new Map(photosOf.map(({ id, photoId }) => [id, photoId]))).toEqual(
      new Map([
        [first, shown!.id],
        [second, prettier!.id],
      ]),
    )
    for (const { id, widths } of [shown!, prettier!])
      expect(await openPrivatePhoto(by(services, ramon), id, widths[0]!)).not.toBeNull()
  })

  it('can be accepted while it is rented out, and stays rented out', async () => {
    minutes(20)
    const { olivia, amihan, ramon } = fixture.cast
    const listingId = await people.listApproved(fixture.services, { owner: olivia, admin: amihan })
    await people.rent(fixture.services, ramon, [listingId])
    minutes(21)
    await edit(listingId, 'A tent, now with pegs')
    accepted(await accept(listingId))
    expect(await pageOf(listingId)).toMatchObject({
      status: 'unavailable',
      approved: { title: 'A tent, now with pegs' },
    })
  })
})

it('a listing that was never approved has no earlier version to compare', async () => {
  const listingId = await people.listThing(fixture.services, fixture.cast.olivia)
  expect(await pageOf(listingId)).toMatchObject({ approved: null, now: { title: '4-person tent' } })
})
