import { beforeEach, describe, expect, it } from 'vitest'
import { system } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import { deleteAccount } from '../account/delete-account.ts'
import { createAdmin } from '../account/first-admin.ts'
import { eraseTexts } from './erase-texts.ts'
import { inTransaction } from '../record.ts'
import { takeAdminAction, takePartyAction } from '../rental/take-action.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { appendEntry, type NewEntry } from './append-entry.ts'
import { readTimeline } from './queries.ts'
import { verifyTimelines } from './verify-timelines.ts'

const fixture = withServices(['ramon', 'olivia', 'diego', 'amihan'])
const query = async (text: string, values: unknown[] = []) =>
  (await fixture.services.connection.pool.query(text, values)).rows

const append = (rentalId: string, entry: NewEntry, who = fixture.cast.olivia) =>
  inTransaction(fixture.services, async (tx) => ({
    ok: true as const,
    ...(await appendEntry(tx, by(fixture.services, who), rentalId, entry)),
  }))

async function verify() {
  const problems: string[] = []
  const { db, images } = fixture.services
  const checked = await verifyTimelines({
    db,
    readPhoto: (id, width) => images.open(id, width),
    say: (problem) => problems.push(problem),
  })
  return { ...checked, problems }
}

let rentalId: string
beforeEach(async () => {
  const { services, cast } = fixture
  await tamper('delete from rental_entry')
  await query('update rental set entry_count = 0, entry_head = null')
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  rentalId = (await people.rent(services, cast.ramon, [listingId])).rentalId
  for (const action of ['approve', 'activate', 'complete'] as const)
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
})

/** Changes the timeline as someone could who owns the database. */
async function tamper(statement: string, values: unknown[] = []) {
  await query('alter table rental_entry disable trigger all')
  await query(statement, values)
  await query('alter table rental_entry enable trigger all')
}

it('a timeline is shown from its last 500 entries on, up to its head', async () => {
  await tamper(
    `insert into rental_entry (rental_id, seq, at, side, kind, facts, photos, prev, hash)
     select rental_id, seq + i, at, side, kind, facts, photos, hash, hash from rental_entry, generate_series(1, 600) i
       where rental_id = $1 and seq = 4`,
    [rentalId],
  )
  const entries = await readTimeline(fixture.services.db, rentalId)
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 500 }, (_, i) => 105 + i))
})

describe('every action of a rental', () => {
  it('is an entry with who, when and what, which names the entry before', async () => {
    const rows = await query(
      'select seq, by_id, side, kind, facts, at, prev, hash from rental_entry where rental_id = $1 order by seq',
      [rentalId],
    )
    expect(rows.map(({ seq, side, kind }) => `${seq} ${side} ${kind}`)).toEqual([
      '1 renter request',
      '2 owner approve',
      '3 owner activate',
      '4 owner complete',
    ])
    expect(rows[0]).toMatchObject({
      prev: null,
      by_id: fixture.cast.ramon.id,
      facts: { from: expect.any(String), delivery: 'pickup', online: false, agreement: expect.any(String) },
    })
    expect(rows[1]).toMatchObject({
      by_id: fixture.cast.olivia.id,
      facts: { from: 'Pending', to: 'Approved' },
      at: fixture.services.clock.now(),
    })
    for (const i of [1, 2, 3]) expect(rows[i].prev).toBe(rows[i - 1].hash)
    expect(await query('select entry_count, entry_head from rental where id = $1', [rentalId])).toEqual([
      { entry_count: 4, entry_head: rows[3].hash },
    ])
    expect(await verify()).toMatchObject({ problems: [], rentals: 1, entries: 4, broken: 0 })
  })

  it('by an admin or by the system names no person of the rental', async () => {
    const { services, cast } = fixture
    accepted(
      await takeAdminAction(...people.asAdmin(services, cast.amihan), {
        rentalId,
        action: 'undo-complete',
      }),
    )
    await inTransaction(services, async (tx) => ({
      ok: true as const,
      ...(await appendEntry(tx, { ...services, actor: system }, rentalId, {
        kind: 'expire',
        side: 'system',
      })),
    }))
    const timeline = await readTimeline(services.db, rentalId)
    expect(timeline.slice(4).map(({ side }) => side)).toEqual(['admin', 'system'])
  })

  it('names its record in the mails of both sides', async () => {
    const [{ entry_head: head }] = await query('select entry_head from rental where id = $1', [rentalId])
    const mails = await query(
      `select payload->>'action' as action, payload->>'head' as head from effect where kind = 'rental-mail'
        and payload->>'rentalId' = $1 and payload->>'action' <> 'request' order by id`,
      [rentalId],
    )
    expect(mails.at(-1)).toEqual({ action: 'complete', head })
  })
})

describe('the database', () => {
  it.each([
    ['a change', "update rental_entry set kind = 'reject'"],
    ['a new text', "update rental_entry set text = 'new', text_salt = 'salt'"],
    ['a removal', 'delete from rental_entry'],
  ])('refuses %s', async (_, statement) => {
    await append(rentalId, { kind: 'complete', side: 'owner', text: 'All well.' })
    await expect(query(statement)).rejects.toThrow('only added to')
  })

  it('refuses a second entry with the same number', async () => {
    const again = `insert into rental_entry select rental_id, seq, at, by_id, side, kind, facts, text, text_salt,
      text_hash, photos, prev, hash from rental_entry where seq = 4`
    await expect(query(again)).rejects.toThrow('rental_entry_once')
  })
})

describe('the verifier finds', () => {
  const cases: [string, string, RegExp][] = [
    [
      'an edited entry',
      `update rental_entry set facts = '{"from":"Active","to":"Active"}' where seq = 2`,
      /Entry 2 was changed/,
    ],
    [
      'an entry with a number that no entry has',
      `update rental_entry set facts = '{"centavos":0.5}' where seq = 2`,
      /: Entry 2 was changed/,
    ],
    [
      'another time',
      `update rental_entry set at = at - interval '1 hour' where seq = 1`,
      /Entry 1 was changed/,
    ],
    [
      'a removed entry',
      'delete from rental_entry where seq = 2',
      /3 entries in place of 4.*Entry 2 is missing: entry 3 is in its place.(?!.* is missing)/,
    ],
    [
      'swapped entries',
      'update rental_entry set seq = case seq when 2 then 3 else 2 end where seq in (2, 3)',
      /Entry 2 does not follow.*Entry 2 was changed/,
    ],
    [
      'an inserted entry',
      `insert into rental_entry select rental_id, 5, at, by_id, side, kind, facts, null, null, null, photos, hash, hash
        from rental_entry where seq = 4`,
      /5 entries in place of 4.*Entry 5 was changed/,
    ],
    ['a cut-off end', 'delete from rental_entry where seq = 4', /3 entries in place of 4.*last entry is not/],
    ['an emptied timeline', 'delete from rental_entry', /0 entries in place of 4.*last entry is not/],
  ]
  it.each(cases)('%s', async (_, statement, problem) => {
    // The constraint is checked after each row, so entries are swapped without it.
    await query('alter table rental_entry drop constraint rental_entry_once')
    await tamper(statement)
    const { problems, broken } = await verify()
    expect(problems.every((said) => said.startsWith(`Rental ${rentalId}: `))).toBe(true)
    expect(problems.join(' ')).toMatch(problem)
    expect(broken).toBe(1)
    await query('delete from rental_entry where false')
    await tamper('delete from rental_entry')
    await query('alter table rental_entry add constraint rental_entry_once unique (rental_id, seq)')
  })

  it('a changed text, and takes an erased one as it is', async () => {
    await append(rentalId, { kind: 'complete', side: 'owner', text: 'The zip is torn.' })
    expect((await verify()).problems).toEqual([])
    await tamper(`update rental_entry set text = 'The zip is fine.' where seq = 5`)
    expect((await verify()).problems).toEqual([`Rental ${rentalId}: The text of entry 5 was changed.`])
    await fixture.services.db.transaction().execute((tx) => eraseTexts(tx, fixture.cast.ramon.id))
    expect((await verify()).broken).toBe(1)
    await fixture.services.db.transaction().execute((tx) => eraseTexts(tx, fixture.cast.olivia.id))
    expect((await verify()).problems).toEqual([])
    const [entry] = (await readTimeline(fixture.services.db, rentalId)).slice(4)
    expect(entry).toMatchObject({ text: null, isErased: true })
    expect(await query('select from rental_entry where text_salt is not null')).toEqual([])
  })

  it('a photo whose bytes changed or are gone, and takes one that expired as it is', async () => {
    const { services, cast } = fixture
    const photoId = await people.uploadTiny(services, cast.olivia)
    await append(rentalId, { kind: 'complete', side: 'owner', photoIds: [photoId] })
    expect(await verify()).toMatchObject({ problems: [], photos: 1 })
    const other = await services.images.process(await people.tinyJpeg())
    const { image } = accepted(other)
    await services.images.remove(photoId)
    expect((await verify()).problems).toEqual([
      `Rental ${rentalId}: A photo of entry 5 is missing: ${photoId}.`,
    ])
    image.renditions[0]!.webp[20] = (image.renditions[0]!.webp[20]! + 1) % 256
    await services.images.store(photoId, image)
    expect((await verify()).problems).toEqual([
      `Rental ${rentalId}: A photo of entry 5 was changed: ${photoId}.`,
    ])
    const removeRow = () => services.db.deleteFrom('photo').where('id', '=', photoId).execute()
    const removedMeanwhile = { db: services.db, readPhoto: () => removeRow().then(() => null) }
    const say = (problem: string) => expect.unreachable(problem)
    expect(await verifyTimelines({ ...removedMeanwhile, say })).toMatchObject({ photos: 1, broken: 0 })
    expect(await verify()).toMatchObject({ problems: [], photos: 0 })
  })
})

it('the account of a side can be erased: its texts go, and every entry stays as it was', async () => {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const { rentalId } = await people.rent(services, cast.diego, [listingId])
  await append(rentalId, { kind: 'approve', side: 'renter', text: 'At six by the gate.' }, cast.diego)
  const before = await readTimeline(services.db, rentalId)
  accepted(await deleteAccount(by(services, cast.amihan), { accountId: cast.diego.id }))
  const after = await readTimeline(services.db, rentalId)
  expect(after.map(({ kind }) => kind)).toEqual(['request', 'approve', 'cancel'])
  expect(after[1]).toEqual({ ...before[1], text: null, isErased: true })
  expect((await verify()).problems).toEqual([])
})

it('a refused change leaves no entry', async () => {
  const { services, cast } = fixture
  const verdict = await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' })
  expect(verdict.ok).toBe(false)
  expect(await readTimeline(services.db, rentalId)).toHaveLength(4)
})

// Spec: D7
it('what an admin wrote to the two people of a rental stays when the admin is removed', async () => {
  const { services, cast } = fixture
  const admin = { email: 'luz@hiram.test', password: people.PASSWORD, firstName: 'Luz', lastName: 'Cruz' }
  const { accountId } = accepted(await createAdmin(services, admin))
  const luz = await people.loggedIn(services, admin.email)
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const rented = await people.rent(services, cast.ramon, [listingId])
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId: rented.rentalId, action: 'approve' }))
  const end = { rentalId: rented.rentalId, action: 'cancel-by-admin', reason: 'Both asked us.' } as const
  accepted(await takeAdminAction(...people.asAdmin(services, luz), end))
  accepted(await deleteAccount(by(services, cast.amihan), { accountId }))
  const said = (await readTimeline(services.db, rented.rentalId)).filter(({ side }) => side === 'admin')
  expect(said).toMatchObject([{ text: 'Both asked us.', isErased: false }])
})
