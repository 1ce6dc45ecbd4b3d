import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { mailIdOf } from '#server/notification/deliver.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { auditSite } from './audit.ts'
import { emptyLedger } from './ledger.ts'
import type { World } from './people.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'], { database: { kind: 'postgres' } })

/** What the audit finds, of mails, where those of some effects were delivered; `owners` got no push message. */
async function findings(
  delivered: readonly { id: number; createdAt: Date }[],
  owners: readonly { email: string }[] = [],
) {
  const { connection, settings } = fixture.services
  const site = {
    smtp: {
      delivered: delivered.map(({ id, createdAt }) => ({
        to: [],
        message: `Message-ID: <${mailIdOf(id, createdAt)}@hiram.test>\r\nSubject: News`,
      })),
    },
    images: settings.dataDir,
    bucket: null,
    push: { received: () => [] },
    provider: { list: () => ({ checkouts: [], payments: [], refunds: [] }) },
    open: async () => ({ ...connection, close: async () => {} }),
  }
  const { lost, doubled } = await auditSite({
    ledger: emptyLedger(),
    owners,
    followers: [],
    site,
  } as unknown as World)
  return { lost: lost.map((each) => each.replace(/ [0-9a-f]{8}-\S+/, '')), doubled: doubled.length }
}

test('the audit finds a mail that was not asked for, not delivered, or asked for twice', async () => {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const { rentalId } = await people.rent(services, cast.ramon, [listingId])
  for (const action of ['approve', 'activate', 'complete'] as const)
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action }))
  const { db } = services
  // The people of the fixture did not sign up by the form.
  for (const { id } of [cast.ramon, cast.olivia])
    await db
      .insertInto('effect')
      .values({ kind: 'welcome-mail', payload: JSON.stringify({ accountId: id }) })
      .execute()
  // What is not done yet is not lost.
  expect((await findings([])).lost).toEqual([])
  await db.updateTable('effect').set({ doneAt: new Date() }).where('kind', 'like', '%-mail').execute()
  const mails = await db
    .selectFrom('effect')
    .select(['id', 'createdAt', 'kind', 'payload'])
    .where('kind', 'like', '%-mail')
    .execute()
  expect(await findings(mails)).toEqual({ lost: [], doubled: 0 })

  const about = mails.find(({ kind, payload }) => kind === 'rental-mail' && payload.action === 'complete')!
  const others = mails.filter(({ id }) => id !== about.id)
  expect((await findings(others)).lost).toEqual([`rental-mail of effect ${about.id}`])

  const { id: _id, ...again } = await db
    .selectFrom('effect')
    .select(['id', 'kind', 'payload', 'createdAt', 'dueAt'])
    .where('id', '=', about.id)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('effect')
    .values({ ...again, payload: JSON.stringify(again.payload) })
    .execute()
  expect((await findings(mails)).doubled).toBe(1)

  await db.deleteFrom('effect').where('id', '>=', about.id).where('kind', '=', 'rental-mail').execute()
  expect((await findings(mails)).lost).toEqual(['rental-mail complete renter was not asked for'])
})

test('the audit finds a push that did not reach its browser, once it was sent', async () => {
  const { services, cast } = fixture
  const { db } = services
  const { id, createdAt } = await db
    .insertInto('effect')
    .values({ kind: 'listing-mail', payload: JSON.stringify({}), doneAt: new Date() })
    .returning(['id', 'createdAt'])
    .executeTakeFirstOrThrow()
  const kind = 'listing-reviewed' as const
  const notice = { kind, title: 'Your tent is approved', text: '', path: '/profile/listings' }
  await db
    .insertInto('notice')
    .values({ id: randomUUID(), accountId: cast.olivia.id, effectId: id, createdAt, ...notice })
    .execute()
  const push = await db
    .insertInto('effect')
    .values({ kind: 'push', payload: JSON.stringify({ letterEffectId: id }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lost = async () => {
    const found = await findings([{ id, createdAt }], [cast.olivia])
    return found.lost.filter((each) => each.startsWith('push'))
  }
  expect(await lost()).toEqual([])
  await db.updateTable('effect').set({ doneAt: new Date() }).where('id', '=', push.id).execute()
  expect(await lost()).toEqual([`push of listing-mail ${id} to ${cast.olivia.email}`])
})
