import { describe, expect, it } from 'vitest'
import { columnOf, type ListingText, listingFields } from '#domain/listing/listing-fields.ts'
import { listingForm } from '#domain/listing/listing-form.ts'
import { accepted } from '#seeds/act.ts'
import { choicesOf, fieldsOf, textOf } from '#tests/support/html.ts'
import { filledForm, leastForm } from '#tests/support/listing-forms.ts'
import { admin, listThing, review, uploadTiny } from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { personalDataOf } from '#tests/support/personal-data.ts'
import { editListing } from './edit-listing.ts'
import { findAdminListing } from './find-admin-listing.ts'

const site = withSite(['olivia', 'amihan'])
const listings = '/profile/listings'

/** The columns that the form fills, by field. */
const byField = (row: ListingText) =>
  Object.fromEntries(listingFields.map((field) => [field, row[columnOf(field)]]))
const filled = { ...listingForm.parse(filledForm), tags: filledForm.tags.split(', '), photoIds: undefined }

const rowOf = (id: string) =>
  site.services.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function addFilled() {
  const photoIds = await uploadTiny(site.services, site.cast.olivia)
  await site.visitor('olivia').post(listings, { ...filledForm, photoIds, intent: 'add' })
  const photo = site.services.db.selectFrom('photo').select('listingId').where('id', '=', photoIds)
  return { listingId: (await photo.executeTakeFirstOrThrow()).listingId!, photoIds }
}

/** The fields of the edit form as a browser would send them. */
async function editForm(listingId: string) {
  const page = await site.visitor('olivia').get(`${listings}?edit=${listingId}`)
  const html = await page.text()
  const fields = { ...fieldsOf(html), ...choicesOf(html) }
  return Object.fromEntries(listingFields.map((field) => [field, fields[field]]))
}

describe('every field of the listing form', () => {
  it('has another value in the filled form than in the least one', () => {
    for (const field of listingFields) expect(filled[field], field).not.toEqual(leastForm[field])
  })

  it('is written by the form of a new listing', async () => {
    const { listingId } = await addFilled()
    expect(byField(await rowOf(listingId))).toEqual(filled)
  })

  it('stands in the edit form as it was typed', async () => {
    const { listingId } = await addFilled()
    expect(await editForm(listingId)).toEqual(filledForm)
  })

  it('stays as it was when the edit form is sent unchanged', async () => {
    const { listingId, photoIds } = await addFilled()
    const intent = { intent: 'edit', listingId, photoIds }
    await site.visitor('olivia').post(listings, { ...(await editForm(listingId)), ...intent })
    const row = await rowOf(listingId)
    expect(row.editedAt).not.toBeNull()
    expect(byField(row)).toEqual(filled)
  })

  it('is written by the edit form', async () => {
    const photoIds = [await uploadTiny(site.services, site.cast.olivia)]
    const listingId = await listThing(site.services, site.cast.olivia, { ...leastForm, photoIds })
    await site.visitor('olivia').post(listings, { ...filledForm, intent: 'edit', listingId, photoIds })
    expect(byField(await rowOf(listingId))).toEqual(filled)
  })

  it('is kept as approved, and shown beside what it is now', async () => {
    const { services, cast } = site
    const { listingId, photoIds } = await addFilled()
    await review(services, cast.amihan, listingId)
    const found = await findAdminListing(services, admin(cast.amihan), listingId)
    const { approved, now } = accepted(found).listing
    expect(byField(approved!)).toEqual(filled)
    expect(now).toEqual(approved)
    expect(now.photoIds).toEqual([photoIds])
  })

  it('is in what an owner downloads, its category by name', async () => {
    const { listingId } = await addFilled()
    const personalData = await personalDataOf(by(site.services, site.cast.olivia))
    const rows = personalData.sections.listings as (ListingText & { id: string; category: string })[]
    const { category, ...row } = rows.find(({ id }) => id === listingId)!
    expect(byField(row)).toEqual({ ...filled, categoryId: undefined })
    expect(category).toBe('Camping')
  })
})

describe('an edit form that was opened before another one was saved', () => {
  const olivia = () => site.visitor('olivia')
  const open = async (listingId: string) => {
    const html = await (await olivia().get(`${listings}?edit=${listingId}`)).text()
    const { seen } = fieldsOf(html)
    return { ...filledForm, intent: 'edit', listingId, seen: String(seen) }
  }

  it('does not put the price back, until it is sent once more', async () => {
    const { listingId, photoIds } = await addFilled()
    const older = { ...(await open(listingId)), photoIds, title: 'From the laptop' }
    const newer = { ...(await open(listingId)), photoIds, pricePerDay: '999.00' }
    expect((await olivia().post(listings, newer)).status).toBe(302)
    const refused = await olivia().post(`${listings}?edit=${listingId}`, older)
    expect(refused.status).toBe(409)
    const html = await refused.text()
    expect(textOf(html)).toContain('This item was changed after you opened this form.')
    expect(await rowOf(listingId)).toMatchObject({ pricePerDayCentavos: 99_900, title: filledForm.title })
    const shown = fieldsOf(html)
    expect(shown).toMatchObject({ title: 'From the laptop', pricePerDay: filledForm.pricePerDay })
    await olivia().post(listings, { ...older, seen: String(shown.seen) })
    expect(await rowOf(listingId)).toMatchObject({ title: 'From the laptop' })
  })

  it('is saved once when it is sent twice, as its answer was lost', async () => {
    const { listingId, photoIds } = await addFilled()
    const form = { ...(await open(listingId)), photoIds, title: 'Sent twice' }
    for (let i = 0; i < 2; i++) expect((await olivia().post(listings, form)).status).toBe(302)
    expect(await rowOf(listingId)).toMatchObject({ title: 'Sent twice' })
  })

  it('is refused after a photo was added', async () => {
    const { listingId, photoIds } = await addFilled()
    const older = { ...(await open(listingId)), photoIds }
    const added = await uploadTiny(site.services, site.cast.olivia)
    const form = listingForm.parse({ ...filledForm, photoIds: [photoIds, added] })
    accepted(await editListing(by(site.services, site.cast.olivia), { listingId, form }))
    expect((await olivia().post(listings, older)).status).toBe(409)
  })
})
