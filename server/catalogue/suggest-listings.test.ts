import { beforeAll, describe, expect, it } from 'vitest'
import { guest, type Actor } from '#domain/actor.ts'
import * as people from '#tests/support/people.ts'
import { NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { suggestListings } from './suggest-listings.ts'

const fixture = withServices(['olivia', 'ramon', 'amihan'])
const CAMPING = 2

let minute = 0
async function publish(changes: Parameters<typeof people.aForm>[0]) {
  fixture.services.clock.set(new Date(NOW.getTime() + ++minute * 60_000))
  return people.listApproved(
    fixture.services,
    { owner: fixture.cast.olivia, admin: fixture.cast.amihan },
    changes,
  )
}
const suggest = async (typed: string, viewer: Actor = guest) =>
  (await suggestListings(fixture.services.db, typed, viewer)).map(({ title }) => title)

beforeAll(async () => {
  await publish({ title: 'Canvas bell house', tags: 'camping, beach', categoryId: 4 })
  await publish({ title: 'Hammock', tags: 'hiking', categoryId: CAMPING })
  await publish({ title: 'Peñafrancia lantern', tags: 'fiesta', categoryId: 9 })
  await publish({ title: 'Men’s T-shirt, down', tags: 'fiesta', categoryId: 9 })
  await publish({ title: 'Under_score 50% off', tags: 'dessert', categoryId: 9 })
})

describe('what is suggested while typing', () => {
  // Spec: S5.10
  it.each([
    ['the beginning of a title', 'ca', ['Canvas bell house', 'Hammock']],
    ['a word of the title', 'bell', ['Canvas bell house']],
    ['a part of a word', 'ammoc', ['Hammock']],
    ['capitals', 'HAMM', ['Hammock']],
    ['a tag', 'beach', ['Canvas bell house']],
    ['a category', 'camping', ['Canvas bell house', 'Hammock']],
    ['letters with marks', 'peñaf', ['Peñafrancia lantern']],
    ['two words, the second just begun', 'canvas be', ['Canvas bell house']],
    ['a beginning that is a word without meaning', 'be', ['Canvas bell house']],
    ['two letters that are one, of another title', 'on', []],
    ['single letters', 't-shirt', ['Men’s T-shirt, down']],
    ['a letter after an apostrophe', 'men’s', ['Men’s T-shirt, down']],
    ['a stop word', 'down', ['Men’s T-shirt, down']],
    ['words of which one is nowhere', 'canvas zeppelin', []],
  ])('is found by %s', async (_, typed, found) => {
    expect(await suggest(typed)).toEqual(found)
    expect(await suggest(typed, fixture.cast.amihan)).toEqual(expect.arrayContaining(found))
  })

  it('is found by a word while stop words are typed after it', async () => {
    for (const typed of ['canvas for', 'canvas para sa'])
      expect(await suggest(typed)).toEqual(['Canvas bell house'])
  })

  it('is a listing without a category for everyone by the word that stands in its place', async () => {
    const id = await publish({ title: 'Stray kite' })
    await fixture.services.db.updateTable('listing').set({ categoryId: null }).where('id', '=', id).execute()
    for (const viewer of [guest, fixture.cast.amihan])
      expect(await suggest('uncategor', viewer)).toEqual(['Stray kite'])
  })

  it('does not disappear and reappear while a word is typed', async () => {
    for (let length = 2; length <= 'camping'.length; length++)
      expect(await suggest('camping'.slice(0, length)), 'camping'.slice(0, length)).toContain('Hammock')
    for (let length = 2; length <= 'lantern'.length; length++)
      expect(await suggest('lantern'.slice(0, length))).toEqual(['Peñafrancia lantern'])
  })

  // Spec: S5.10, S9.12
  it.each(['', 'h', ' h ', '😀'])('is nothing for %j, which is too short', async (typed) => {
    expect(await suggest(typed)).toEqual([])
    expect(await suggest(typed, fixture.cast.amihan)).toEqual([])
  })

  it('is eight things at most', async () => {
    for (let i = 0; i < 10; i++) await publish({ title: `Kulintang ${i}`, categoryId: 9 })
    expect(await suggest('kulin')).toHaveLength(8)
    expect(await suggest('kulin', fixture.cast.amihan)).toHaveLength(8)
  })

  // Spec: S5.11, S6.6
  it.each(['available', 'rejected', 'unavailable'] as const)(
    'is of listings that are %s only for admins, with their status',
    async (status) => {
      const title = `Zither ${status}`
      const id = await publish({ title })
      await fixture.services.db.updateTable('listing').set({ status }).where('id', '=', id).execute()
      for (const viewer of [guest, fixture.cast.ramon, fixture.cast.olivia])
        expect(await suggest(title, viewer)).toEqual([])
      expect(await suggestListings(fixture.services.db, title, fixture.cast.amihan)).toMatchObject([
        { id, status },
      ])
    },
  )

  it('has nothing deleted or paused; for admins the paused ones', async () => {
    const [deleted, paused] = [
      await publish({ title: 'Sitar gone' }),
      await publish({ title: 'Sitar rests' }),
    ]
    const change = (id: string, state: object) =>
      fixture.services.db.updateTable('listing').set(state).where('id', '=', id).execute()
    await change(deleted, { archivedAt: NOW })
    await change(paused, { pausedAt: NOW })
    expect(await suggest('sitar')).toEqual([])
    expect(await suggest('sitar', fixture.cast.amihan)).toEqual(['Sitar rests'])
  })

  it('takes wildcards of the database literally', async () => {
    for (const typed of ['%%', '__', '_%', String.raw`\\`, '50% off_'])
      expect(await suggest(typed, fixture.cast.amihan), typed).toEqual([])
    for (const typed of ['r_s', '50%'])
      expect(await suggest(typed, fixture.cast.amihan)).toEqual(['Under_score 50% off'])
  })

  it.each([
    "' OR 1=1 --",
    'a & | ! ( )',
    ':*',
    '<->',
    '(a+)+$',
    '\u0000\u0000',
    'ab\ud800',
    '<script>alert(1)</script>',
    'x'.repeat(10_000),
    'canvas '.repeat(2_000),
    'the',
  ])('reads %j as words', async (typed) => {
    for (const viewer of [guest, fixture.cast.amihan])
      expect((await suggest(typed, viewer)).length).toBeLessThanOrEqual(8)
  })
})
