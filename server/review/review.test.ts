import { beforeEach, describe, expect, it } from 'vitest'
import { asReviewer } from '#domain/access.ts'
import type { User } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import { asAdmin, listApproved, type Person, rent } from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { writeCursor } from '../cursor.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { deleteReview } from './delete-review.ts'
import { moderateReview } from './moderate-review.ts'
import { listReviews, reviewIdOf } from './queries.ts'
import { writeReview } from './write-review.ts'

const fixture = withServices(['ramon', 'katrina', 'miguel', 'olivia', 'diego', 'amihan'], {
  limits: { reviews: { points: 30, seconds: 3600 } },
})
let listingId: string

beforeEach(async () => {
  fixture.services.clock.set(NOW)
  listingId = await listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan })
})

const reviewer = (who: User) => accepted(asReviewer(who)).reviewer
const write = (who: Person, rating: 1 | 2 | 3 | 4 | 5 = 5, body = 'Dry in any rain.', id = listingId) =>
  writeReview(by(fixture.services, who), reviewer(who), { listingId: id, rating, body })
const moderate = (author: Person, decision: 'publish' | 'reject') =>
  moderateReview(...asAdmin(fixture.services, fixture.cast.amihan), {
    reviewId: reviewIdOf(listingId, author.id),
    decision,
  })
const remove = (who: Person) => deleteReview(by(fixture.services, who), reviewer(who), { listingId })
const listing = () =>
  fixture.services.db
    .selectFrom('listing')
    .select(['ratingCount', 'ratingSum', 'ratingAverage'])
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
const stored = async (who: Person) =>
  (await listReviews(fixture.services.db, { listingId, reviewerId: who.id, after: null })).reviewing!.own
const shown = async (after: string | null = null) =>
  listReviews(fixture.services.db, { listingId, reviewerId: null, after })
const scoreOf = async () =>
  (
    await fixture.services.db
      .selectFrom('listingSearch')
      .select('score')
      .where('listingId', '=', listingId)
      .executeTakeFirstOrThrow()
  ).score

/** Rents it for a day and returns it. */
async function rentAndReturn(who: Person) {
  const { rentalId } = await rent(fixture.services, who, [listingId])
  for (const action of ['approve', 'activate', 'complete'] as const)
    accepted(await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action }))
}

describe('a review after a completed rental', () => {
  // Spec: S7.34, D32
  it('is published at once, verified, and counts in the average', async () => {
    await rentAndReturn(fixture.cast.ramon)
    expect(await write(fixture.cast.ramon, 4)).toMatchObject({ ok: true, status: 'published', edited: false })
    expect(await listing()).toEqual({ ratingCount: 1, ratingSum: 4, ratingAverage: 4 })
    expect(await shown()).toMatchObject({
      spread: [0, 0, 0, 1, 0],
      reviews: [{ authorName: 'Ramon D.', rating: 4, verified: true, edited: false, createdAt: NOW }],
      next: null,
    })
  })

  it('is averaged with others, and follows edits and deletion', async () => {
    await rentAndReturn(fixture.cast.ramon)
    await rentAndReturn(fixture.cast.katrina)
    await write(fixture.cast.ramon, 5)
    await write(fixture.cast.katrina, 2)
    expect(await listing()).toMatchObject({ ratingCount: 2, ratingAverage: 3.5 })
    expect(await write(fixture.cast.katrina, 4, 'Better than I thought.')).toMatchObject({ edited: true })
    expect(await listing()).toMatchObject({ ratingCount: 2, ratingAverage: 4.5 })
    expect(await stored(fixture.cast.katrina)).toMatchObject({ edited: true, status: 'published' })
    expect(await remove(fixture.cast.katrina)).toMatchObject({ ok: true })
    expect(await listing()).toMatchObject({ ratingCount: 1, ratingAverage: 5 })
    expect(await stored(fixture.cast.katrina)).toBeNull()
  })

  it('that is good lifts the listing in the search, and a bad one lowers it', async () => {
    await rentAndReturn(fixture.cast.ramon)
    const before = await scoreOf()
    await write(fixture.cast.ramon, 5)
    expect(await scoreOf()).toBeGreaterThan(before)
    await write(fixture.cast.ramon, 1)
    expect(await scoreOf()).toBeLessThan(before)
    await remove(fixture.cast.ramon)
    expect(await scoreOf()).toBeCloseTo(before, 4)
  })

  it('is rejected by an admin, and then also waits when edited, or deleted and written again', async () => {
    await rentAndReturn(fixture.cast.ramon)
    await write(fixture.cast.ramon, 1, 'Rude words.')
    expect(await moderate(fixture.cast.ramon, 'reject')).toMatchObject({ ok: true })
    expect(await listing()).toMatchObject({ ratingCount: 0, ratingAverage: 0 })
    expect((await shown()).reviews).toEqual([])
    expect(await write(fixture.cast.ramon, 1, 'Other rude words.')).toMatchObject({ status: 'waiting' })
    await remove(fixture.cast.ramon)
    expect(await write(fixture.cast.ramon, 1, 'Rude words.')).toMatchObject({ status: 'waiting' })
    await moderate(fixture.cast.ramon, 'publish')
    expect(await listing()).toMatchObject({ ratingCount: 1, ratingAverage: 1 })
    expect(await write(fixture.cast.ramon, 2, 'Kind words.')).toMatchObject({ status: 'published' })
  })

  it.each([
    [
      'taken down',
      () => ({ takenDownAt: NOW, takenDownBy: fixture.cast.amihan.id, takeDownReason: 'Unsafe.' }),
    ],
    ['rejected', () => ({ status: 'rejected' as const })],
    ['of a suspended owner', () => ({ ownerSuspended: true })],
  ])('can’t be written of a listing that is %s', async (_, hidden) => {
    await rentAndReturn(fixture.cast.ramon)
    await fixture.services.db.updateTable('listing').set(hidden()).where('id', '=', listingId).execute()
    expect(await write(fixture.cast.ramon)).toMatchObject({ ok: false, reason: 'not-found' })
  })

  it('may be written while the listing is out again, but not of one that was deleted', async () => {
    await rentAndReturn(fixture.cast.ramon)
    const { db } = fixture.services
    await db.updateTable('listing').set({ status: 'unavailable' }).where('id', '=', listingId).execute()
    expect(await write(fixture.cast.ramon)).toMatchObject({ ok: true, status: 'published' })
    expect(await write(fixture.cast.katrina)).toMatchObject({ ok: false, reason: 'not-found' })
    await db
      .updateTable('listing')
      .set({ status: 'approved', archivedAt: NOW })
      .where('id', '=', listingId)
      .execute()
    expect(await write(fixture.cast.ramon, 3)).toMatchObject({ ok: false, reason: 'not-found' })
  })
})

describe('any other review', () => {
  // Spec: D32
  it('waits for an admin, is shown once published, and never counts in the average', async () => {
    expect(await write(fixture.cast.katrina, 1)).toMatchObject({ ok: true, status: 'waiting' })
    expect((await shown()).reviews).toEqual([])
    expect(await stored(fixture.cast.katrina)).toMatchObject({ status: 'waiting', verified: false })
    await moderate(fixture.cast.katrina, 'publish')
    expect((await shown()).reviews).toMatchObject([{ authorName: 'Katrina O.', verified: false }])
    expect(await listing()).toMatchObject({ ratingCount: 0, ratingAverage: 0 })
  })

  it('is not published by an admin who has seen another text', async () => {
    const { ramon, amihan } = fixture.cast
    accepted(await write(ramon))
    fixture.services.clock.set(new Date(NOW.getTime() + 60_000))
    accepted(await write(ramon, 1, 'Never again.'))
    const publish = (seen: Date) =>
      moderateReview(...asAdmin(fixture.services, amihan), {
        reviewId: reviewIdOf(listingId, ramon.id),
        decision: 'publish' as const,
        seen,
      })
    expect(await publish(NOW)).toMatchObject({ reason: 'stale' })
    accepted(await publish(new Date(NOW.getTime() + 60_000)))
  })

  it('waits again when it is edited, and not when the same words are sent again', async () => {
    await write(fixture.cast.katrina, 3, 'Looks fine.')
    await moderate(fixture.cast.katrina, 'publish')
    expect(await write(fixture.cast.katrina, 3, 'Looks fine.')).toMatchObject({ status: 'published' })
    expect(await write(fixture.cast.katrina, 3, 'Looks fine!')).toMatchObject({ status: 'waiting' })
    expect((await shown()).reviews).toEqual([])
  })

  it.each([
    ['Pending', []],
    ['Approved', ['approve']],
    ['Active', ['approve', 'activate']],
    ['Rejected', ['reject']],
  ] as const)('is also that of someone whose rental is %s', async (_, actions) => {
    const { rentalId } = await rent(fixture.services, fixture.cast.ramon, [listingId])
    for (const action of actions)
      accepted(await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action }))
    await fixture.services.db
      .updateTable('listing')
      .set({ status: 'approved' })
      .where('id', '=', listingId)
      .execute()
    expect(await write(fixture.cast.ramon)).toMatchObject({ ok: true, status: 'waiting' })
  })

  it('becomes verified when its author rents the thing later and saves it again', async () => {
    await write(fixture.cast.ramon, 4, 'Looks fine.')
    await rentAndReturn(fixture.cast.ramon)
    expect(await stored(fixture.cast.ramon)).toMatchObject({ verified: false, status: 'waiting' })
    expect(await write(fixture.cast.ramon, 4, 'Looks fine.')).toMatchObject({ status: 'published' })
    expect(await stored(fixture.cast.ramon)).toMatchObject({ verified: true })
    expect(await listing()).toMatchObject({ ratingCount: 1, ratingAverage: 4 })
  })

  it('of an owner who has it from another owner is like a renter’s', async () => {
    await rentAndReturn(fixture.cast.diego)
    expect(await write(fixture.cast.diego)).toMatchObject({ status: 'published' })
  })
})

describe('these are refused', () => {
  it('a review of one’s own listing', async () => {
    expect(await write(fixture.cast.olivia)).toMatchObject({ ok: false, reason: 'own' })
    expect(await stored(fixture.cast.olivia)).toBeNull()
  })

  it('a review by an admin, or by a guest', () => {
    expect(asReviewer(fixture.cast.amihan)).toMatchObject({ ok: false, reason: 'role' })
    expect(asReviewer({ kind: 'guest' })).toMatchObject({
      ok: false,
      reason: 'login',
      message: 'Please log in to leave a review.',
    })
  })

  it('a review of a listing that is not public or not there', async () => {
    await fixture.services.db
      .updateTable('listing')
      .set({ status: 'rejected' })
      .where('id', '=', listingId)
      .execute()
    expect(await write(fixture.cast.ramon)).toMatchObject({ ok: false, reason: 'not-found' })
    expect(await write(fixture.cast.ramon, 5, 'x', '0199a000-0000-7000-8000-000000000000')).toMatchObject({
      ok: false,
      reason: 'not-found',
    })
  })

  it('deleting a review one never wrote, and deciding the same again', async () => {
    await write(fixture.cast.ramon)
    expect(await remove(fixture.cast.katrina)).toMatchObject({ ok: false, reason: 'not-found' })
    expect(await moderate(fixture.cast.ramon, 'publish')).toMatchObject({ ok: true })
    expect(await moderate(fixture.cast.ramon, 'publish')).toMatchObject({ ok: false, reason: 'unchanged' })
    expect(await moderate(fixture.cast.katrina, 'publish')).toMatchObject({ ok: false, reason: 'not-found' })
  })

  it('more than 30 in an hour, the same words again included', async () => {
    for (let i = 0; i < 20; i++) expect((await write(fixture.cast.miguel, 5, 'The same.')).ok).toBe(true)
    for (let i = 0; i < 10; i++) expect((await write(fixture.cast.miguel, 5, `Number ${i}`)).ok).toBe(true)
    expect(await write(fixture.cast.miguel, 5, 'One more')).toMatchObject({
      ok: false,
      reason: 'limit',
      retryAfterSeconds: expect.any(Number),
    })
  })
})

// Spec: D32
it('two reviews sent at once are one', async () => {
  const both = await Promise.all([write(fixture.cast.diego, 5), write(fixture.cast.diego, 5)])
  expect(both).toMatchObject([{ ok: true }, { ok: true }])
  const rows = await fixture.services.db
    .selectFrom('review')
    .select('id')
    .where('listingId', '=', listingId)
    .execute()
  expect(rows).toHaveLength(1)
})

it('reviews come the newest first, five at a time, each once, without those of the one who looks', async () => {
  const { db } = fixture.services
  for (let i = 0; i < 12; i++) {
    const authorId = crypto.randomUUID()
    const person = {
      name: 'x',
      firstName: 'Renter',
      lastName: `N${i}`,
      username: `r${authorId.slice(0, 20)}`,
    }
    await db
      .insertInto('account')
      .values({ id: authorId, ...person, email: `${authorId}@hiram.test` })
      .execute()
    await db
      .insertInto('review')
      .values({
        id: reviewIdOf(listingId, authorId),
        listingId,
        authorId,
        rating: (i % 5) + 1,
        body: `Number ${i}`,
        verified: true,
        status: 'published',
        // Three share an instant.
        createdAt: new Date(NOW.getTime() + Math.floor(i / 3) * 1000),
      })
      .execute()
  }
  const bodies: string[] = []
  let after: string | null = null
  do {
    const page = await shown(after)
    expect(page.spread).toEqual([3, 3, 2, 2, 2])
    bodies.push(...page.reviews.map(({ body }) => body))
    after = page.next
  } while (after)
  expect(bodies).toHaveLength(12)
  expect(new Set(bodies).size).toBe(12)
  expect(new Set(bodies.slice(0, 3))).toEqual(new Set(['Number 9', 'Number 10', 'Number 11']))
  const [first] = (await shown()).reviews
  const author = await db
    .selectFrom('review')
    .select('authorId')
    .where('id', '=', first!.id)
    .executeTakeFirstOrThrow()
  const others = await listReviews(db, { listingId, reviewerId: author.authorId, after: null })
  expect(others.reviews.map(({ id }) => id)).not.toContain(first!.id)
  expect((await shown('%00')).reviews).toHaveLength(5)
  expect(await shown(writeCursor(['0000-01-01T00:00:00Z', first!.id]))).toEqual(await shown())
})

it('a review of someone who was deleted stays, under “Deleted user”', async () => {
  const { db } = fixture.services
  await rentAndReturn(fixture.cast.miguel)
  fixture.services.clock.set(new Date(NOW.getTime() + 2 * 3_600_000))
  await db
    .insertInto('review')
    .values({
      id: reviewIdOf(listingId, fixture.cast.miguel.id),
      listingId,
      authorId: fixture.cast.miguel.id,
      rating: 5,
      body: 'Fine.',
      verified: true,
      status: 'published',
      createdAt: NOW,
    })
    .execute()
  await db.updateTable('account').set({ deletedAt: NOW }).where('id', '=', fixture.cast.miguel.id).execute()
  expect((await shown()).reviews).toMatchObject([{ authorName: 'Deleted user', authorPicture: null }])
  expect(await listing()).toMatchObject({ ratingCount: 1 })
})
