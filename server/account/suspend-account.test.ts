import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { asReviewer } from '#domain/access.ts'
import { guest } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addListing } from '../listing/add-listing.ts'
import { takeDownListing } from '../take-down/take-down-listing.ts'
import { listNotices } from '../notification/queries.ts'
import { placeOrder } from '../order/place-order.ts'
import { askAssistant } from '../assistant/ask-assistant.ts'
import { sendReport } from '../report/send-report.ts'
import { writeReview } from '../review/write-review.ts'
import { takeAdminAction, takePartyAction } from '../rental/take-action.ts'
import { createSession } from './begin-session.ts'
import { endSuspension } from './end-suspension.ts'
import { createAdmin } from './first-admin.ts'
import { logIn } from './log-in.ts'
import { readActor } from './read-actor.ts'
import { suspendAccount } from './suspend-account.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const admin = () => people.asAdmin(fixture.services, fixture.cast.amihan)
const suspend = ({ id: accountId }: { id: string }) =>
  suspendAccount(...admin(), { accountId, reason: 'Asked for money outside.' })
const end = ({ id: accountId }: { id: string }) => endSuspension(...admin(), { accountId })
const thingOf = (owner: people.Person, changes = {}) =>
  people.listApproved(fixture.services, { owner, admin: fixture.cast.amihan }, changes)
const take = (who: people.Person, rentalId: string, action: 'approve' | 'activate' | 'complete') =>
  takePartyAction(by(fixture.services, who), { rentalId, action })
const statusOf = async (id: string) =>
  (await fixture.services.db.selectFrom('rental').select('status').where('id', '=', id).executeTakeFirst())
    ?.status
const isPublic = async (id: string) =>
  (await fixture.services.db.selectFrom('listing').select('isPublic').where('id', '=', id).executeTakeFirst())
    ?.isPublic

/** Creates a rental in each status between these two. */
async function rentals(owner: people.Person, renter: people.Person) {
  const rented = async (...actions: ('approve' | 'activate')[]) => {
    const listingId = await thingOf(owner)
    const { rentalId } = await people.rent(fixture.services, renter, [listingId], { startDate: TODAY })
    for (const action of actions) accepted(await take(owner, rentalId, action))
    return rentalId
  }
  return {
    pending: await rented(),
    approved: await rented('approve'),
    active: await rented('approve', 'activate'),
  }
}

describe('a suspended account', () => {
  it('is nobody at once, and can’t log in until the suspension ends', async () => {
    const { services, cast } = fixture
    const actor = async () => (await readActor(services, new Headers({ cookie: cast.katrina.cookie }))).actor
    const enter = () =>
      logIn(by(services), { portal: 'renter', email: cast.katrina.email, password: people.PASSWORD })
    expect(await actor()).toMatchObject({ id: cast.katrina.id })
    accepted(await suspend(cast.katrina))
    // As a log-in does that was checked before the suspension.
    expect(await createSession(services, { id: cast.katrina.id, role: 'renter' })).toBeNull()
    expect(await actor()).toEqual(guest)
    expect(await enter()).toMatchObject({ reason: 'suspended' })
    const sessions = services.db.selectFrom('session').select('id').where('userId', '=', cast.katrina.id)
    expect(await sessions.execute()).toEqual([])
    accepted(await end(cast.katrina))
    expect(await actor()).toEqual(guest)
    accepted(await enter())
  })

  // Spec: D43
  it.each(['owner', 'renter'] as const)(
    'of the %s has its Pending rentals rejected and its Approved ones cancelled; Active ones run on',
    async (side) => {
      const { olivia, ramon } = fixture.cast
      const { pending, approved, active } = await rentals(olivia, ramon)
      const suspended = side === 'owner' ? olivia : ramon
      accepted(await suspend(suspended))
      expect(await Promise.all([pending, approved, active].map(statusOf))).toEqual([
        'Rejected',
        'Cancelled',
        'Active',
      ])
      accepted(await takeAdminAction(...admin(), { rentalId: active, action: 'end-by-admin' }))
      accepted(await end(suspended))
    },
  )

  it('has its listings hidden, and as they were when it ends: not those that were taken down', async () => {
    const { diego } = fixture.cast
    const [shown, down] = [await thingOf(diego), await thingOf(diego)]
    accepted(await takeDownListing(...admin(), { listingId: down, reason: 'Not theirs.' }))
    accepted(await suspend(diego))
    expect([await isPublic(shown), await isPublic(down)]).toEqual([false, false])
    accepted(await end(diego))
    expect([await isPublic(shown), await isPublic(down)]).toEqual([true, false])
  })

  it('writes nothing with a request that was under way: no order, listing, review, report or question', async () => {
    const { services, cast } = fixture
    const listingId = await thingOf(cast.olivia)
    const { reviewer } = accepted(asReviewer(cast.ramon))
    await people.fillCart(services, cast.ramon, [listingId])
    const checkout = await people.aCheckout(services, cast.ramon)
    const photoIds = [await people.uploadTiny(services, cast.diego)]
    accepted(await suspend(cast.ramon))
    accepted(await suspend(cast.diego))
    expect(await placeOrder(by(services, cast.ramon), people.renter(cast.ramon), checkout)).toMatchObject({
      reason: 'login',
    })
    expect(
      await writeReview(by(services, cast.ramon), reviewer, {
        listingId,
        rating: 1,
        body: 'Pay me outside.',
      }),
    ).toMatchObject({ reason: 'login' })
    const report = { about: { listingId }, reason: 'scam', note: 'Pay me outside.' } as const
    expect(await sendReport(by(services, cast.ramon), report)).toMatchObject({ reason: 'login' })
    expect(await askAssistant(by(services, cast.ramon), { text: 'How do I pay outside?' })).toMatchObject({
      reason: 'login',
    })
    expect(
      await addListing(by(services, cast.diego), people.owner(cast.diego), people.aForm({ photoIds })),
    ).toMatchObject({ reason: 'login' })
    accepted(await end(cast.ramon))
    accepted(await end(cast.diego))
  })

  it('is notified of the reason, by mail and, afterwards, on the site; the other side of each rental is notified of its result', async () => {
    const { services, cast } = fixture
    const { pending } = await rentals(cast.olivia, cast.katrina)
    await services.db.deleteFrom('effect').execute()
    accepted(await suspend(cast.olivia))
    accepted(await end(cast.olivia))
    await doEffects(services)
    const mails = await services.mail.list(100)
    const toOlivia = mails.filter(({ to }) => to === cast.olivia.email)
    const [suspended] = toOlivia.filter(({ subject }) => subject.endsWith('is suspended'))
    expect(suspended!.text).toContain('Asked for money outside.')
    expect(
      toOlivia.map(({ subject }) => subject).filter((subject) => subject.endsWith('open again')),
    ).toHaveLength(1)
    const toKatrina = mails.filter(({ to }) => to === cast.katrina.email).map(({ subject }) => subject)
    expect(toKatrina).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Your request for/),
        expect.stringMatching(/was cancelled$/),
      ]),
    )
    expect(await statusOf(pending)).toBe('Rejected')
    const titles = (await listNotices(services.db, cast.olivia.id)).notices.map(({ title }) => title)
    expect(titles.filter((title) => /is suspended|open again/.test(title))).toHaveLength(2)
  })
})

describe('an admin', () => {
  it('can’t be suspended twice, nor by itself, nor when it is deleted or does not exist', async () => {
    const { cast } = fixture
    accepted(await suspend(cast.diego))
    expect(await suspend(cast.diego)).toMatchObject({ reason: 'unchanged' })
    accepted(await end(cast.diego))
    expect(await end(cast.diego)).toMatchObject({ reason: 'unchanged' })
    expect(await suspend(cast.amihan)).toMatchObject({ reason: 'own' })
    expect(await suspend({ id: randomUUID() })).toMatchObject({ reason: 'not-found' })
  })

  it('and another can’t suspend each other at once: one is left', async () => {
    const { services, cast } = fixture
    const email = 'luz@hiram.test'
    accepted(
      await createAdmin(services, { email, password: people.PASSWORD, firstName: 'Luz', lastName: 'Cruz' }),
    )
    const { id } = await services.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const luz = { ...cast.amihan, id, email }
    const verdicts = await Promise.all([
      suspend(luz),
      suspendAccount(...people.asAdmin(services, luz), { accountId: cast.amihan.id, reason: 'No.' }),
    ])
    expect(verdicts.filter(({ ok }) => ok)).toHaveLength(1)
    const left = await services.db
      .selectFrom('account')
      .select('id')
      .where('role', '=', 'admin')
      .where('suspendedAt', 'is', null)
      .execute()
    expect(left).toHaveLength(1)
  })
})
