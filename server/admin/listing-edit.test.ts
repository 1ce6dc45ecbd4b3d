import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { editListing } from '../listing/edit-listing.ts'
import { moderateListing } from '../listing/moderate-listing.ts'
import { findAdminListing } from './find-listing.ts'
import { readOverview } from './overview.ts'

const town = withServices(['ramon', 'olivia', 'amihan'])
const admin = () => [by(town.services, town.cast.amihan), people.admin(town.cast.amihan)] as const
const pageOf = async (listingId: string) => accepted(await findAdminListing(...admin(), listingId)).listing
const minutes = (n: number) => town.services.clock.set(new Date(NOW.getTime() + n * 60_000))

async function edit(listingId: string, title: string) {
  const photoIds = [await people.uploadTiny(town.services, town.cast.olivia)]
  const form = people.aForm({ title, photoIds })
  accepted(await editListing(by(town.services, town.cast.olivia), { listingId, form }))
}
const accept = (listingId: string, seen?: Date | null) =>
  moderateListing(...admin(), { listingId, decision: 'approved', seen })

describe('a listing that was edited since it was approved', () => {
  it('is shown with what was approved beside what it says now, until an admin accepts the edit', async () => {
    minutes(0)
    const { olivia, amihan } = town.cast
    const listingId = await people.listApproved(town.services, { owner: olivia, admin: amihan })
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
    const { olivia, amihan } = town.cast
    const listingId = await people.listApproved(town.services, { owner: olivia, admin: amihan })
    minutes(11)
    await edit(listingId, 'Seen')
    const { editedAt } = await pageOf(listingId)
    minutes(12)
    await edit(listingId, 'Unseen')
    expect(await accept(listingId, editedAt)).toMatchObject({ reason: 'stale' })
    expect((await pageOf(listingId)).approved).toMatchObject({ title: '4-person tent' })
    accepted(await accept(listingId, (await pageOf(listingId)).editedAt))
  })

  it('can be accepted while it is rented out, and stays rented out', async () => {
    minutes(20)
    const { olivia, amihan, ramon } = town.cast
    const listingId = await people.listApproved(town.services, { owner: olivia, admin: amihan })
    await people.rent(town.services, ramon, [listingId])
    minutes(21)
    await edit(listingId, 'A tent, now with pegs')
    accepted(await accept(listingId))
    expect(await pageOf(listingId)).toMatchObject({
      status: 'unavailable',
      approved: { title: 'A tent, now with pegs' },
    })
  })
})

it('a listing that was never approved has nothing to be held against', async () => {
  const listingId = await people.listThing(town.services, town.cast.olivia)
  expect(await pageOf(listingId)).toMatchObject({ approved: null, now: { title: '4-person tent' } })
})
