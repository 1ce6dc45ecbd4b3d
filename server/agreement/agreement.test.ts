import { describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { readAgreementTemplate } from '../order/quote.ts'
import { findNewestTemplate, findTemplate, listTemplates } from './queries.ts'
import { restoreTemplate } from './restore-template.ts'
import { saveTemplate } from './save-template.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'])

const ctx = () => by(fixture.services, fixture.cast.amihan)
const admin = () => people.admin(fixture.cast.amihan)
const newest = () => findNewestTemplate(fixture.services.db)
const save = async (body: string, changes: { basedOn?: number; incomplete?: boolean } = {}) =>
  saveTemplate(ctx(), admin(), { body, basedOn: (await newest()).version, incomplete: false, ...changes })
const restore = async (version: number, basedOn?: number) =>
  restoreTemplate(ctx(), admin(), { version, basedOn: basedOn ?? (await newest()).version })
const events = (version: number) =>
  fixture.services.db
    .selectFrom('event')
    .select(['action', 'actorId', 'actorRole', 'detail'])
    .where('subject', '=', 'agreement-template')
    .where('subjectId', '=', String(version))
    .execute()
const body = (words: string) => `${words} {{renterName}}\n{{items}}`

// Spec: S9.19, S9.20
it('a new site begins with an agreement on the condition of things and on damage', async () => {
  const { body } = await newest()
  expect(body).toMatch(/^Rental Agreement\n/)
  expect(body).toContain('between {{renterName}}')
  expect(body).toContain('\n{{items}}\n')
  expect(body).toMatch(/The Renter agrees to return each item on time and in the same condition/)
  expect(body).toMatch(/Damage, loss or a late return may result in extra charges/)
})

it('names late fees, no-shows and disputes at its end, in the first version of a new site', async () => {
  const { version, body } = await newest()
  expect(version).toBe(1)
  expect(body).toMatch(
    /\n\(f\) [^\n]+ the price of a day[^\n]+\n\(g\) [^\n]+ did not come [^\n]+\n\(h\) [^\n]+ dispute[^\n]+$/,
  )
})

describe('saving the agreement template', () => {
  // Spec: S7.21
  it('adds a version by its author, in use at once, and records it', async () => {
    const before = await newest()
    const { version } = accepted(await save(body('First:')))
    expect(await newest()).toMatchObject({
      version,
      body: body('First:'),
      authorName: 'Amihan Reyes',
      createdAt: NOW,
      restoredFrom: null,
    })
    expect(await readAgreementTemplate(fixture.services.db)).toBe(body('First:'))
    expect(await events(version)).toEqual([
      {
        action: 'save',
        actorId: fixture.cast.amihan.id,
        actorRole: 'admin',
        detail: { from: before.version, to: version },
      },
    ])
    expect(await findTemplate(ctx(), admin(), before.version)).toEqual(before)
    expect(before.authorName).toBeNull()
  })

  it('is refused when a placeholder is unknown, one is missing, or nothing changed', async () => {
    const before = await newest()
    expect(await save('{{renterName}} {{items}} {{owner}}')).toMatchObject({ reason: 'unknown' })
    expect(await save('No placeholders at all')).toMatchObject({ reason: 'incomplete' })
    expect(await save(before.body)).toMatchObject({ reason: 'unchanged' })
    expect(await newest()).toEqual(before)
    accepted(await save('No placeholders at all', { incomplete: true }))
  })

  it('is refused when somebody saved another meanwhile, also in the same moment', async () => {
    const basedOn = (await newest()).version
    const saves = await Promise.all(['A', 'B', 'C'].map((word) => save(body(word), { basedOn })))
    expect(saves.filter((verdict) => verdict.ok)).toHaveLength(1)
    expect(saves.filter((verdict) => !verdict.ok && verdict.reason === 'stale')).toHaveLength(2)
    expect((await newest()).version).toBe(basedOn + 1)
  })
})

describe('restoring an earlier version', () => {
  it('makes it the newest again and keeps all between', async () => {
    const old = accepted(await save(body('Old'))).version
    const later = accepted(await save(body('Later'))).version
    const { version } = accepted(await restore(old))
    expect(await newest()).toMatchObject({ version, body: body('Old'), restoredFrom: old })
    expect(await events(version)).toMatchObject([
      { action: 'restore', detail: { from: later, to: version, restoredFrom: old } },
    ])
    const { versions } = await listTemplates(ctx(), admin(), { before: null })
    expect(versions.slice(0, 3).map((each) => each.version)).toEqual([version, later, old])
    expect(versions[0]).not.toHaveProperty('body')
  })

  it('is refused for one that is in use, that was never there, or when a newer one was saved', async () => {
    const now = await newest()
    const old = accepted(await save(body('Again'))).version
    expect(await restore(old)).toMatchObject({ reason: 'unchanged' })
    expect(await restore(999)).toMatchObject({ reason: 'not-found' })
    expect(await restore(now.version, now.version)).toMatchObject({ reason: 'stale' })
  })
})

it('all versions can be paged through', async () => {
  for (let i = 0; i < 25; i++) accepted(await save(body(`Version ${i}`)))
  const seen: number[] = []
  let before: number | null = null
  do {
    const page: Awaited<ReturnType<typeof listTemplates>> = await listTemplates(ctx(), admin(), { before })
    seen.push(...page.versions.map(({ version }) => version))
    before = page.next
  } while (before !== null)
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
  expect(seen.at(-1)).toBe(1)
})

// Spec: D24
it('an order keeps the agreement it was accepted with when the template changes', async () => {
  const { services, cast } = fixture
  accepted(await save(body('As agreed by')))
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const { orderId } = await people.rent(services, cast.ramon, [listingId])
  const stored = () =>
    services.db
      .selectFrom('order')
      .select(['agreementText', 'agreementSha256'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
  const before = await stored()
  expect(before.agreementText).toMatch(/^As agreed by Ramon Dela Cruz\n1\. 4-person tent/)
  accepted(await save(body('Something else for')))
  expect(await stored()).toEqual(before)
  const next = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  await people.fillCart(services, cast.ramon, [next])
  expect((await people.seenQuote(services, cast.ramon)).agreementText).toMatch(/^Something else for Ramon/)
})
