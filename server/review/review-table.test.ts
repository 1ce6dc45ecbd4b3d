import { beforeAll, describe, expect, it } from 'vitest'
import { asReviewer } from '#domain/access.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { sendContactMessage } from '../contact/send-contact-message.ts'
import { reviewIdOf } from './queries.ts'
import { moderateReview } from './moderate-review.ts'
import { writeReview } from './write-review.ts'
import { contactMessageTable } from '../contact/contact-message-table.ts'
import { findExport } from '../overview/exports.ts'
import { reviewTable } from './review-table.ts'
import { readTable } from '../admin-table.ts'

const fixture = withServices(['ramon', 'katrina', 'diego', 'olivia', 'amihan'])
const ids: string[] = []

beforeAll(async () => {
  const { services, cast } = fixture
  for (const title of ['Tent', 'drill 100%'])
    ids.push(await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan }, { title }))
  const words = { ramon: '=cmd|calc', katrina: 'Ayos naman.', diego: 'Fine, "really"' } as const
  for (const [i, key] of (['ramon', 'katrina', 'diego'] as const).entries()) {
    services.clock.set(new Date(NOW.getTime() + i * 1000))
    const rating = (i + 3) as 3 | 4 | 5
    accepted(
      await writeReview(by(services, cast[key]), accepted(asReviewer(cast[key])).reviewer, {
        listingId: ids[i % 2]!,
        rating,
        body: words[key],
      }),
    )
  }
  accepted(
    await moderateReview(...people.asAdmin(services, cast.amihan), {
      reviewId: reviewIdOf(ids[1]!, cast.katrina.id),
      decision: 'publish',
    }),
  )
  const letter = { name: 'Ana', email: 'ana@hiram.test', message: '@SUM(A1)', website: '' }
  for (const subject of ['Lost peg', 'Praise'])
    accepted(await sendContactMessage(by(services), { ...letter, subject }))
})

const read = async (query: string) =>
  (
    await readTable(
      ...people.asAdmin(fixture.services, fixture.cast.amihan),
      reviewTable,
      new URLSearchParams(query),
    )
  ).rows.map(({ authorName }) => authorName.split(' ')[0])

describe('the list of all reviews', () => {
  it.each([
    ['', ['Diego', 'Katrina', 'Ramon']],
    ['sort=created', ['Ramon', 'Katrina', 'Diego']],
    ['sort=-rating', ['Diego', 'Katrina', 'Ramon']],
    ['sort=listing', ['Katrina', 'Ramon', 'Diego']],
    ['status=waiting', ['Diego', 'Ramon']],
    ['status=published', ['Katrina']],
    ['rental=verified', []],
    ['rating=3', ['Ramon']],
    ['rating=__proto__', ['Diego', 'Katrina', 'Ramon']],
    ['search=AYOS', ['Katrina']],
    ['search=100%25', ['Katrina']],
    ['search=renter@hiram', ['Ramon']],
    ['search=_', []],
  ])('asked for %s holds %j', async (query, names) => {
    const found = await read(query)
    if (query === 'sort=listing') expect(new Set(found)).toEqual(new Set(names))
    else expect(found).toEqual(names)
  })

  it('shows a deleted author as “Deleted user”, and cannot be searched by who they were', async () => {
    const { db } = fixture.services
    await db.updateTable('account').set({ deletedAt: NOW }).where('id', '=', fixture.cast.diego.id).execute()
    expect(await read('sort=-rating')).toEqual(['Deleted', 'Katrina', 'Ramon'])
    expect(await read('search=Bautista')).toEqual([])
    await db.updateTable('account').set({ deletedAt: null }).where('id', '=', fixture.cast.diego.id).execute()
  })
})

describe('the list of contact messages', () => {
  it.each([
    ['sort=-subject', ['Praise', 'Lost peg']],
    ['status=open&search=peg', ['Lost peg']],
    ['status=handled', []],
    ['search=ana@hiram&sort=subject', ['Lost peg', 'Praise']],
  ])('asked for %s holds %j', async (query, subjects) => {
    const ctx = by(fixture.services, fixture.cast.amihan)
    const view = await readTable(
      ctx,
      people.admin(fixture.cast.amihan),
      contactMessageTable,
      new URLSearchParams(query),
    )
    expect(view.rows.map(({ subject }) => subject)).toEqual(subjects)
  })
})

it.each([
  ['reviews', "'=cmd|calc"],
  ['contact-messages', "'@SUM(A1)"],
])('%s as a CSV file, with what a spreadsheet would compute made harmless', async (name, harmless) => {
  let file = ''
  const begin = findExport(name)!
  const { pieces } = accepted(begin(by(fixture.services, fixture.cast.amihan), new URLSearchParams()))
  for await (const piece of pieces) file += piece
  expect(file).toContain(harmless)
  expect(file.startsWith('\ufeffId,')).toBe(true)
})
