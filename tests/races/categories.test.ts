import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { addCategory } from '#server/category/add-category.ts'
import { deleteCategory } from '#server/category/delete-category.ts'
import { addListing } from '#server/listing/add-listing.ts'
import { editListing } from '#server/listing/edit-listing.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { queueForLock, waitForBlockedConnections } from '#tests/support/wait-for-blocked-connections.ts'
import { withServices } from '#tests/support/with-services.ts'

const fixture = withServices(['olivia', 'amihan'], {
  database: { poolSize: 20, connectionTimeoutMillis: 60_000 },
})
type Saved = { ok: boolean; reason?: string }
const db = () => fixture.services.db
const admin = () => people.asAdmin(fixture.services, fixture.cast.amihan)
const newCategory = async (name: string) => accepted(await addCategory(...admin(), { name })).categoryId
const formIn = async (categoryId: number) =>
  people.aForm({ categoryId, photoIds: [await people.uploadTiny(fixture.services, fixture.cast.olivia)] })
const edit = async (listingId: string, categoryId: number) => {
  const form = await formIn(categoryId)
  return () => editListing(by(fixture.services, fixture.cast.olivia), { listingId, form })
}
const add = async (categoryId: number) => {
  const form = await formIn(categoryId)
  const { olivia } = fixture.cast
  return () => addListing(by(fixture.services, olivia), people.owner(olivia), form)
}

it('a listing that is saved while its category is deleted is refused because of the category', async () => {
  const categoryId = await newCategory('Boats')
  const listingId = await people.listThing(fixture.services, fixture.cast.olivia)
  const saves = [await edit(listingId, categoryId), await add(categoryId)]
  const deletion = sql`delete from category where id = ${categoryId}`
  const saved = await queueForLock<Saved>(db(), deletion, saves)
  expect(saved).toMatchObject([{ reason: 'category' }, { reason: 'category' }])
})

it('a deletion that waits for a listing holds up nobody who saves another one in the category', async () => {
  const categoryId = await newCategory('Kayaks')
  const listingId = await people.listThing(fixture.services, fixture.cast.olivia, { categoryId })
  const save = await edit(listingId, categoryId)
  const { deleted } = await db()
    .transaction()
    .execute(async (tx) => {
      await sql`select from listing where id = ${listingId} for no key update`.execute(tx)
      const deleted = deleteCategory(...admin(), { categoryId })
      await waitForBlockedConnections(db())
      await sql`select from category where id = ${categoryId} for key share nowait`.execute(db())
      return { deleted }
    })
  expect([await deleted, await save()]).toMatchObject([{ listings: 1 }, { reason: 'category' }])
})

it('of a deletion and many who save listings in the category at once, nobody meets an unexpected error', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < 8; round++) {
    const categoryId = await newCategory(`Rafts ${round}`)
    const listingId = await people.listThing(fixture.services, fixture.cast.olivia, { categoryId })
    const saves = await Promise.all([
      edit(listingId, categoryId),
      edit(listingId, categoryId),
      add(categoryId),
    ])
    const acts: (() => Promise<Saved>)[] = [...saves]
    acts.splice(round % 4, 0, () => deleteCategory(...admin(), { categoryId }))
    for (const verdict of await Promise.all(acts.map((act) => act()))) seen.add(verdict.reason ?? 'ok')
  }
  expect([...seen].filter((reason) => reason !== 'ok' && reason !== 'category')).toEqual([])
})
