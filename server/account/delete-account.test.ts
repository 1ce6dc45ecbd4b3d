import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { guest } from '#domain/actor.ts'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by, NOW, TODAY } from '#tests/support/services.ts'
import { statementsOf } from '#tests/support/statements.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addListing } from '../listing/add-listing.ts'
import { findReceipt } from '../order/find-receipt.ts'
import { trackRentals } from '../rental/track-rentals.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { createAdmin } from './first-admin.ts'
import { writeNotice } from '../notification/write-notice.ts'
import { deleteAccount } from './delete-account.ts'
import { deleteOwnAccount } from './delete-own-account.ts'
import { logIn } from './log-in.ts'
import { openAccount } from './open-account.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])

const { order, reset, rentalsOf, statusOf: orderStatusOf } = paying(fixture)

let n = 0
/** A new account, logged in. */
async function someone(role: 'renter' | 'owner' = 'renter'): Promise<people.Person> {
  n++
  const account = {
    role,
    firstName: 'Ana',
    lastName: `Reyes ${'abcdefgh'[n] ?? 'z'}`,
    email: `ana-${n}@hiram.test`,
    username: `ana-${n}`,
    password: people.PASSWORD,
    location: 'Makati',
  }
  accepted(await openAccount(fixture.services, account))
  return { ...(await people.loggedIn(fixture.services, account.email)), ...account }
}
const remove = (who: people.Person, password = people.PASSWORD) =>
  deleteOwnAccount(by(fixture.services, who), { password })
const removeAsAdmin = (accountId: string) =>
  deleteAccount(by(fixture.services, fixture.cast.amihan), { accountId })
const rowOf = (id: string) =>
  fixture.services.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const approvedOf = (owner: people.Person, changes = {}) =>
  people.listApproved(fixture.services, { owner, admin: fixture.cast.amihan }, changes)
const statusOf = async (rentalId: string) =>
  (
    await fixture.services.db
      .selectFrom('rental')
      .select('status')
      .where('id', '=', rentalId)
      .executeTakeFirst()
  )?.status

describe('deleting one’s account', () => {
  it('takes as many statements for 150 listings as for one, and tells who waits for any of them', async () => {
    const { services, cast } = fixture
    const { db } = services
    const removedWith = async (listings: number) => {
      const ana = await someone('owner')
      const ids = Array.from({ length: listings }, () => randomUUID())
      await sql`insert into listing (id, owner_id, title, description, price_per_day_centavos)
        select id, ${ana.id}, 'Tent ' || id, 'For two', 10000 from unnest(${ids}::uuid[]) id`.execute(db)
      await sql`insert into waitlist_entry (id, account_id, listing_id, period, asked_at)
        select gen_random_uuid(), ${cast.diego.id}, id, daterange(current_date + 9, current_date + 12), now()
        from unnest(${ids}::uuid[]) id`.execute(db)
      const statements = await statementsOf(services.connection, () => remove(ana))
      const left = await db.selectFrom('listing').select('id').where('ownerId', '=', ana.id).execute()
      expect(left).toEqual([])
      const effects = await sql<{ title: string }>`select payload->'deleted'->>'title' as title from effect
        where kind = 'waitlist-mail' and payload->'deleted'->>'accountId' = ${cast.diego.id}`.execute(db)
      expect(effects.rows.map(({ title }) => title)).toEqual(
        expect.arrayContaining(ids.map((id) => `Tent ${id}`)),
      )
      const events = await db
        .selectFrom('event')
        .select('id')
        .where('subjectId', 'in', ids)
        .where('action', '=', 'erase')
        .execute()
      expect(events).toHaveLength(listings)
      return statements.length
    }
    expect(await removedWith(150)).toBe(await removedWith(1))
  })

  // Spec: S7.14, D7
  it('erases the person: name, email, username, picture, place, sessions, password, cart and favourites', async () => {
    const { services, cast } = fixture
    const ana = await someone()
    const listingId = await approvedOf(cast.olivia)
    await people.fillCart(services, ana, [listingId])
    await services.db.insertInto('favorite').values({ accountId: ana.id, listingId }).execute()
    await services.db
      .insertInto('contactMessage')
      .values({
        id: randomUUID(),
        accountId: ana.id,
        name: 'Ana',
        email: ana.email,
        subject: 'Hi',
        message: 'Hi',
      })
      .execute()
    const notice = {
      accountId: ana.id,
      kind: 'approved',
      title: 'Yours',
      text: '',
      path: '/profile',
    } as const
    await writeNotice(services, 1, notice)
    const picture = { id: randomUUID() }
    await services.db
      .updateTable('account')
      .set({ image: `/images/${picture.id}/320.webp` })
      .where('id', '=', ana.id)
      .execute()
    accepted(await remove(ana))
    expect(await rowOf(ana.id)).toMatchObject({
      name: '',
      firstName: 'Deleted',
      lastName: 'user',
      publicName: 'Deleted user',
      email: expect.stringMatching(/^deleted-[0-9a-f]{32}@deleted\.invalid$/),
      username: expect.stringMatching(/^deleted-[0-9a-f]{32}$/),
      image: null,
      location: null,
      deletedAt: NOW,
    })
    const { rows } = await services.connection.pool.query(
      `select (select count(*) from session where user_id = $1) + (select count(*) from credential where user_id = $1)
        + (select count(*) from favorite where account_id = $1) + (select count(*) from cart_line where renter_id = $1)
        + (select count(*) from contact_message where account_id = $1) + (select count(*) from notice
        where account_id = $1) as n`,
      [ana.id],
    )
    expect(Number(rows[0].n)).toBe(0)
    const effects = await services.db.selectFrom('effect').select('payload').execute()
    expect(effects).toContainEqual({ payload: { photoId: picture.id } })
    const events = await services.db
      .selectFrom('event')
      .select(['action', 'actorId'])
      .where('subjectId', '=', ana.id)
      .execute()
    expect(events).toContainEqual({ action: 'delete', actorId: ana.id })
  })

  it('reads no table from its beginning to its end', async () => {
    const ana = await someone('owner')
    await approvedOf(ana)
    const plan = await plansOf(fixture.database.connection, async () => accepted(await remove(ana)))
    expect(plan.match(/Seq Scan on \S+/g) ?? []).toEqual([])
  })

  it('leaves the messages to us of another account, whatever email is typed in them', async () => {
    const { services, cast } = fixture
    const ana = await someone()
    await services.db.updateTable('account').set({ emailVerified: true }).where('id', '=', ana.id).execute()
    const typed = { name: 'Ramon', email: ana.email, subject: 'Hi', message: 'Hi' }
    const [written, loggedOut] = [randomUUID(), randomUUID()]
    await services.db
      .insertInto('contactMessage')
      .values([
        { id: written, accountId: cast.ramon.id, ...typed },
        { id: loggedOut, accountId: null, ...typed },
      ])
      .execute()
    accepted(await remove(ana))
    const left = await services.db.selectFrom('contactMessage').select('id').execute()
    expect(left).toEqual([{ id: written }])
  })

  it('ends every session, and the same email and username can sign up again', async () => {
    const ana = await someone()
    accepted(await remove(ana))
    const login = { portal: 'renter' as const, email: ana.email, password: people.PASSWORD }
    expect(await logIn(by(fixture.services), login)).toMatchObject({ reason: 'credentials' })
    const { username } = ana as unknown as { username: string }
    accepted(
      await openAccount(fixture.services, {
        role: 'renter',
        firstName: 'Ana',
        lastName: 'Again',
        email: ana.email,
        username,
        password: people.PASSWORD,
      }),
    )
  })

  it('asks for the password; wrong ones are counted as failed log-ins', async () => {
    const ana = await someone()
    for (let i = 0; i < 5; i++) expect(await remove(ana, 'a guess')).toMatchObject({ reason: 'password' })
    expect(await remove(ana)).toMatchObject({ reason: 'limit' })
    expect(await rowOf(ana.id)).toMatchObject({ deletedAt: null, firstName: 'Ana' })
  })

  it('cancels a renter’s requests and tells the owner; the listing is free again', async () => {
    const { services, cast } = fixture
    const ana = await someone()
    const listingId = await approvedOf(cast.olivia)
    const { rentalId, orderNumber } = await people.rent(services, ana, [listingId])
    accepted(await remove(ana))
    expect(await statusOf(rentalId)).toBe('Cancelled')
    const listing = await services.db
      .selectFrom('listing')
      .select('status')
      .where('id', '=', listingId)
      .executeTakeFirst()
    expect(listing).toEqual({ status: 'approved' })
    services.clock.set(new Date(Date.now() + 3_600_000))
    await doEffects(services)
    services.clock.set(NOW)
    const mails = await services.mail.list(100)
    expect(mails.map(({ to, subject }) => [to, subject])).toContainEqual([
      'owner@hiram.test',
      'Deleted user cancelled the rental of 4-person tent',
    ])
    expect(mails.filter(({ to }) => to.endsWith('.invalid'))).toEqual([])
    const { sections } = await trackRentals(services.db, people.seenBy(cast.olivia), 'owner')
    expect(sections.rejected.items.find(({ id }) => id === rentalId)).toMatchObject({
      partnerName: 'Deleted user',
    })
    const { receipt } = accepted(await findReceipt(by(services, cast.olivia), orderNumber))
    expect(receipt.renterName).toBe('Deleted user')
  })

  // Spec: D7
  it('rejects the requests an owner has, and takes their listings out of the catalogue', async () => {
    const { services, cast } = fixture
    const owner = await someone('owner')
    const [rented, never] = [await approvedOf(owner), await approvedOf(owner, { title: 'Drill' })]
    const { rentalId, orderNumber } = await people.rent(services, cast.katrina, [rented])
    accepted(await remove(owner))
    expect(await statusOf(rentalId)).toBe('Rejected')
    const left = await services.db.selectFrom('listing').selectAll().where('ownerId', '=', owner.id).execute()
    expect(left).toMatchObject([{ id: rented, archivedAt: NOW, isPublic: false, location: 'Deleted' }])
    expect(left.map(({ id }) => id)).not.toContain(never)
    const { receipt } = accepted(await findReceipt(by(services, cast.katrina), orderNumber))
    expect(receipt.items[0]).toMatchObject({ ownerName: 'Deleted user', title: '4-person tent' })
  })

  it('of an owner tells a renter that their unpaid order was cancelled, all of it; of the renter nobody', async () => {
    const { services, cast } = fixture
    await reset()
    const [ana, owner] = [await someone(), await someone('owner')]
    const things = [await approvedOf(owner), await approvedOf(cast.diego), await approvedOf(cast.olivia)]
    const first = await order(cast.katrina, things.slice(0, 2))
    const second = await order(ana, things.slice(2))
    accepted(await remove(owner))
    accepted(await remove(ana))
    const effects = await services.db
      .selectFrom('effect')
      .select('payload')
      .where('kind', '=', 'rental-mail')
      .where('doneAt', 'is', null)
      .execute()
    const rentals = await rentalsOf(first.id)
    expect(effects).toHaveLength(2)
    expect(effects.map(({ payload }) => payload)).toEqual(
      expect.arrayContaining(
        rentals.map(({ id }) => ({ rentalId: id, action: 'cancel-by-admin', to: 'renter' })),
      ),
    )
    for (const { number } of [first, second]) expect(await orderStatusOf(number)).toBe('cancelled')
    await doEffects(services)
    const mails = (await services.mail.list(100)).filter(({ subject }) => subject.endsWith('was cancelled'))
    expect(mails).toHaveLength(2)
    for (const { text } of mails) expect(text).toContain('We had to cancel it. There is nothing to pay.')
  })

  // Spec: D7
  it('is refused while a rental of either side is Approved or Active, and changes nothing', async () => {
    const { services } = fixture
    const [ana, owner] = [await someone(), await someone('owner')]
    const { rentalId } = await people.rent(services, ana, [await approvedOf(owner)], { startDate: TODAY })
    for (const action of ['approve', 'activate'] as const) {
      accepted(await takePartyAction(by(services, owner), { rentalId, action }))
      for (const who of [ana, owner]) {
        expect(await remove(who)).toMatchObject({ reason: 'rented' })
        expect(await removeAsAdmin(who.id)).toMatchObject({ reason: 'rented' })
        expect(await rowOf(who.id)).toMatchObject({ deletedAt: null })
      }
    }
    accepted(await takePartyAction(by(services, owner), { rentalId, action: 'complete' }))
    accepted(await remove(ana))
    expect(await remove(owner)).toMatchObject({ reason: 'debt' })
    expect(await statusOf(rentalId)).toBe('Completed')
  })

  it('leaves no listing that was added at the same moment', async () => {
    const owner = await someone('owner')
    const photoId = await people.uploadTiny(fixture.services, owner)
    const form = people.aForm({ photoIds: [photoId] })
    await Promise.all([
      addListing(by(fixture.services, owner), people.owner(owner), form),
      removeAsAdmin(owner.id),
    ])
    const left = await fixture.services.db
      .selectFrom('listing')
      .select('id')
      .where('ownerId', '=', owner.id)
      .where('archivedAt', 'is', null)
      .execute()
    expect(left).toEqual([])
    expect(await rowOf(owner.id)).toMatchObject({ firstName: 'Deleted' })
  })

  it('happens once', async () => {
    const ana = await someone()
    const verdicts = await Promise.all([0, 1].map(() => removeAsAdmin(ana.id)))
    expect(verdicts.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await removeAsAdmin(ana.id)).toMatchObject({ reason: 'not-found' })
  })
})

describe('who may delete an account', () => {
  it('only its person and admins', async () => {
    const ana = await someone()
    for (const actor of [fixture.cast.ramon, fixture.cast.olivia])
      expect(await deleteAccount(by(fixture.services, actor), { accountId: ana.id })).toMatchObject({
        reason: 'not-found',
      })
    expect(await deleteAccount(by(fixture.services, guest), { accountId: ana.id })).toMatchObject({
      reason: 'login',
    })
    expect(await removeAsAdmin(randomUUID())).toMatchObject({ reason: 'not-found' })
    accepted(await removeAsAdmin(ana.id))
  })

  // Spec: D7
  it('no admin their own; another admin’s, as long as one is left', async () => {
    const { services, cast } = fixture
    expect(await remove(cast.amihan)).toMatchObject({ reason: 'own-admin' })
    const email = 'second@hiram.test'
    const { accountId } = accepted(await createAdmin(services, { email, password: people.PASSWORD }))
    const second = { ...cast.amihan, id: accountId, email }
    const verdicts = await Promise.all([
      deleteAccount(by(services, second), { accountId: cast.amihan.id }),
      deleteAccount(by(services, cast.amihan), { accountId: second.id }),
    ])
    expect(verdicts.map(({ ok }) => ok).sort()).toEqual([false, true])
  })
})
