import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { asReviewer } from '#domain/access.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { findReport } from './find-report.ts'
import { reportTable } from './report-table.ts'
import { readTable } from '../admin-table.ts'
import { pauseListing } from '../listing/pause-listing.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { moderateReview } from '../review/moderate-review.ts'
import { reviewIdOf } from '../review/queries.ts'
import { writeReview } from '../review/write-review.ts'
import { takeDownListing } from '../take-down/take-down-listing.ts'
import { closeReport } from './close-report.ts'
import { sendReport } from './send-report.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const as = (who?: keyof typeof fixture.cast) => by(fixture.services, who && fixture.cast[who])
const admin = () => [as('amihan'), people.admin(fixture.cast.amihan)] as const
const report = (
  who: keyof typeof fixture.cast | undefined,
  about: { listingId: string } | { reviewId: string },
) => sendReport(as(who), { about, reason: 'scam', note: 'Please look.' })
const close = (
  reportId: string,
  decision: 'suspended' | 'taken-down' | 'review-removed' | 'no-action',
  reason = 'Not in order.',
) => closeReport(...admin(), { reportId, decision, note: 'Looked.', reason })
const thing = () =>
  people.listApproved(
    fixture.services,
    { owner: fixture.cast.olivia, admin: fixture.cast.amihan },
    { title: 'Tent' },
  )

let listingId: string
let reviewId: string
beforeAll(async () => {
  listingId = await thing()
  const review = { listingId, rating: 1 as const, body: 'Call 0917 for a cheaper one.' }
  accepted(await writeReview(as('ramon'), accepted(asReviewer(fixture.cast.ramon)).reviewer, review))
  reviewId = reviewIdOf(listingId, fixture.cast.ramon.id)
  accepted(await moderateReview(...admin(), { reviewId, decision: 'publish' }))
})

describe('a report of a listing or a review', () => {
  it('keeps its text as it was, and says whose it is', async () => {
    const listing = accepted(await report('katrina', { listingId })).reportId
    const review = accepted(await report('katrina', { reviewId })).reportId
    await fixture.services.db
      .updateTable('listing')
      .set({ title: 'Another' })
      .where('id', '=', listingId)
      .execute()
    expect(accepted(await findReport(...admin(), listing)).page).toMatchObject({
      about: 'listing',
      reportedId: fixture.cast.olivia.id,
      reportedText: expect.stringMatching(/^Tent\n/),
      listingId,
    })
    expect(accepted(await findReport(...admin(), review)).page).toMatchObject({
      about: 'review',
      reportedId: fixture.cast.ramon.id,
      reportedText: 'Call 0917 for a cheaper one.',
      reviewId,
    })
    const { rows } = await readTable(...admin(), reportTable, new URLSearchParams('about=review'))
    expect(rows.map(({ id }) => id)).toEqual([review])
  })

  it('is one while it is open, not of one’s own, and by people who are logged in and see it', async () => {
    expect(await report('katrina', { listingId })).toMatchObject({ reason: 'reported' })
    expect(await report('olivia', { listingId })).toMatchObject({ reason: 'own' })
    expect(await report('ramon', { reviewId })).toMatchObject({ reason: 'own' })
    const hidden = await people.listThing(fixture.services, fixture.cast.olivia)
    for (const who of [undefined, 'amihan'] as const)
      expect(await report(who, { listingId })).toMatchObject({ reason: 'not-found' })
    expect(await report('diego', { listingId: hidden })).toMatchObject({ reason: 'not-found' })
  })

  it('is taken from who completed a rental of a paused listing, until it is taken down', async () => {
    const { services, cast } = fixture
    const paused = await thing()
    const { rentalId } = await people.rent(services, cast.ramon, [paused])
    for (const action of ['approve', 'activate', 'complete'] as const)
      accepted(await takePartyAction(as('olivia'), { rentalId, action }))
    const review = { listingId: paused, rating: 1 as const, body: 'Ask me for a cheaper one.' }
    accepted(await writeReview(as('diego'), accepted(asReviewer(cast.diego)).reviewer, review))
    const written = reviewIdOf(paused, cast.diego.id)
    accepted(await moderateReview(...admin(), { reviewId: written, decision: 'publish' }))
    accepted(await pauseListing(as('olivia'), { listingId: paused }))
    expect(await report('katrina', { reviewId: written })).toMatchObject({ reason: 'not-found' })
    accepted(await report('ramon', { reviewId: written }))
    accepted(await takeDownListing(...admin(), { listingId: paused, reason: 'Not safe.' }))
    expect(await report('ramon', { listingId: paused })).toMatchObject({ reason: 'not-found' })
  })
})

describe('closing a report', () => {
  it('removes the review: nobody sees it, and its author is told without who reported', async () => {
    const { services, cast } = fixture
    const { reportId } = accepted(await report('diego', { reviewId }))
    await services.db.deleteFrom('effect').execute()
    accepted(await close(reportId, 'review-removed'))
    const { status } = await services.db
      .selectFrom('review')
      .select('status')
      .where('id', '=', reviewId)
      .executeTakeFirstOrThrow()
    expect(status).toBe('rejected')
    await doEffects(services)
    const mails = await services.mail.list(50)
    const [toRamon] = mails.filter(({ to }) => to === cast.ramon.email)
    expect(toRamon!.subject).toContain('We have removed your review')
    expect(toRamon!.text).not.toContain('Diego')
    expect(mails.filter(({ to }) => to === cast.diego.email).map(({ subject }) => subject)).toEqual([
      'We have looked at your report',
    ])
  })

  it('removes no review whose text the admin has not seen, and shows both texts', async () => {
    const { cast } = fixture
    const review = { listingId: await thing(), rating: 1 as const, body: 'Call 0917 for a cheaper one.' }
    const write = async (body: string) =>
      accepted(await writeReview(as('ramon'), accepted(asReviewer(cast.ramon)).reviewer, { ...review, body }))
    await write(review.body)
    const id = reviewIdOf(review.listingId, cast.ramon.id)
    accepted(await moderateReview(...admin(), { reviewId: id, decision: 'publish' }))
    const { reportId } = accepted(await report('diego', { reviewId: id }))
    const found = async () => accepted(await findReport(...admin(), reportId)).page
    const before = await found()
    expect(before.editedText).toBeNull()
    fixture.services.clock.set(new Date(NOW.getTime() + 1000))
    await write('A good tent.')
    const removal = { reportId, decision: 'review-removed', note: 'Looked.', reason: '' } as const
    const seen = before.reviewWrittenAt!
    expect(await closeReport(...admin(), { ...removal, seen })).toMatchObject({ reason: 'stale' })
    const after = await found()
    expect(after).toMatchObject({ reportedText: review.body, editedText: 'A good tent.', closedAt: null })
    accepted(await closeReport(...admin(), { ...removal, seen: after.reviewWrittenAt! }))
    fixture.services.clock.set(NOW)
  })

  it('tells the author of a review that is removed already nothing more', async () => {
    const { services, cast } = fixture
    const other = await thing()
    const review = { listingId: other, rating: 1 as const, body: 'Call 0917 for a cheaper one.' }
    accepted(await writeReview(as('ramon'), accepted(asReviewer(cast.ramon)).reviewer, review))
    const id = reviewIdOf(other, cast.ramon.id)
    accepted(await moderateReview(...admin(), { reviewId: id, decision: 'publish' }))
    const first = accepted(await report('katrina', { reviewId: id })).reportId
    const second = accepted(await report('diego', { reviewId: id })).reportId
    await services.db.deleteFrom('effect').execute()
    for (const reportId of [first, second]) accepted(await close(reportId, 'review-removed'))
    const { rows } = await sql<{ to: string }>`select payload->>'to' as to from effect
      where kind = 'report-mail' order by id`.execute(services.db)
    expect(rows.map(({ to }) => to)).toEqual(['reporter', 'reported', 'reporter'])
  })

  // Spec: D43
  it('takes the listing down, or suspends the account, in the same change', async () => {
    const { services, cast } = fixture
    const first = accepted(await report('ramon', { listingId })).reportId
    accepted(await close(first, 'taken-down'))
    const { isPublic } = await services.db
      .selectFrom('listing')
      .select('isPublic')
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow()
    expect(isPublic).toBe(false)
    const second = accepted(await report('ramon', { listingId: await thing() })).reportId
    accepted(await close(second, 'suspended'))
    const { suspendedAt, suspensionReason } = await services.db
      .selectFrom('account')
      .select(['suspendedAt', 'suspensionReason'])
      .where('id', '=', cast.olivia.id)
      .executeTakeFirstOrThrow()
    expect([suspendedAt, suspensionReason]).toEqual([services.clock.now(), 'Not in order.'])
  })

  it('that can’t be done as decided closes nothing', async () => {
    const { rows } = await readTable(
      ...admin(),
      reportTable,
      new URLSearchParams('status=open&about=listing'),
    )
    expect(await close(rows[0]!.id, 'review-removed')).toMatchObject({ reason: 'gone' })
    const { page } = accepted(await findReport(...admin(), rows[0]!.id))
    expect(page.closedAt).toBeNull()
  })
})
