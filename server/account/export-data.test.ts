import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { paying } from '#tests/support/paying.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { sendMessage } from '../chat/send-message.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { viewerOf } from '../names.ts'
import { inTransaction, recordEvents } from '../record.ts'
import { personalDataOf } from '#tests/support/personal-data.ts'
import { blockPerson } from '../person-block/block-person.ts'
import { sendReport } from '../report/send-report.ts'
import { exportData, jsonOf } from './export-data.ts'
import { exportSections, rowsOf } from './export-sections.ts'
import { recordFailedLogIn, recordLogIn } from './record-log-in.ts'
import { setVerification } from './set-verification.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'])
const { order, deliver, rentalsOf } = paying(fixture)
const dataOf = async (who: people.Person) => (await personalDataOf(by(fixture.services, who))).sections

it('holds what they wrote to us logged out, too, where the email is proven to be theirs', async () => {
  const { db } = fixture.services
  const written = { subject: 'Hello', message: 'From my phone.', createdAt: NOW }
  const to = { name: 'Katrina', email: fixture.cast.katrina.email.toUpperCase(), accountId: null }
  await db
    .insertInto('contactMessage')
    .values({ id: randomUUID(), ...to, ...written })
    .execute()
  for (const emailVerified of [false, true]) {
    await db.updateTable('account').set({ emailVerified }).where('id', '=', fixture.cast.katrina.id).execute()
    const { contactMessages } = await dataOf(fixture.cast.katrina)
    expect(contactMessages).toMatchObject(emailVerified ? [{ message: 'From my phone.' }] : [])
  }
})

it('holds no message to us of another account, whatever email was typed in it', async () => {
  const { services, cast } = fixture
  const written = { subject: 'Hello', message: 'From Amihan.', createdAt: NOW }
  const typed = { name: 'Amihan', email: cast.katrina.email, accountId: cast.amihan.id }
  await services.db
    .insertInto('contactMessage')
    .values({ id: randomUUID(), ...typed, ...written })
    .execute()
  await services.db
    .updateTable('account')
    .set({ emailVerified: true })
    .where('id', '=', cast.katrina.id)
    .execute()
  const { contactMessages } = await dataOf(cast.katrina)
  expect(contactMessages).not.toContainEqual(expect.objectContaining({ message: 'From Amihan.' }))
  expect(await dataOf(cast.amihan)).toMatchObject({ contactMessages: [{ message: 'From Amihan.' }] })
})

it('holds the notice of a message, without what the other person wrote in it', async () => {
  const { db } = fixture.services
  const ramon = fixture.cast.ramon.id
  for (const [n, kind] of ['new-message', 'approved'].entries())
    await sql`insert into notice (id, account_id, effect_id, kind, title, text, path, created_at)
      values (${randomUUID()}, ${ramon}, ${9000 + n}, ${kind}, 'A title', 'A text', '/', ${NOW})`.execute(db)
  const { notices } = await dataOf(fixture.cast.ramon)
  expect(notices).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'new-message', title: 'A title', text: null }),
      expect.objectContaining({ kind: 'approved', text: 'A text' }),
    ]),
  )
  await db.deleteFrom('notice').where('accountId', '=', ramon).execute()
})

it('holds everything about a person, and of others only the names they see anyway', async () => {
  const { services, cast } = fixture
  const mine = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const other = await people.listApproved(
    services,
    { owner: cast.olivia, admin: cast.amihan },
    { title: 'Drill' },
  )
  await services.db
    .insertInto('favorite')
    .values([
      { accountId: cast.ramon.id, listingId: other },
      { accountId: cast.katrina.id, listingId: mine },
    ])
    .execute()
  const { orderNumber } = await people.rent(services, cast.ramon, [mine], { durationDays: 3 })
  await people.fillCart(services, cast.ramon, [other])
  await services.db
    .insertInto('review')
    .values({
      id: randomUUID(),
      listingId: other,
      authorId: cast.ramon.id,
      rating: 4,
      body: 'Sturdy.',
      verified: false,
      status: 'waiting',
      createdAt: NOW,
    })
    .execute()
  await services.db
    .insertInto('notificationChoice')
    .values({ accountId: cast.ramon.id, kind: 'overdue', channel: 'site' })
    .execute()

  const ramon = await dataOf(cast.ramon)
  expect(ramon).toMatchObject({
    account: [{ firstName: 'Ramon', lastName: 'Dela Cruz', email: 'renter@hiram.test' }],
    sessions: [{}],
    switchedOffNotices: [{ kind: 'overdue' }],
    listings: [],
    orders: [{ number: orderNumber, agreementText: expect.stringContaining('Ramon Dela Cruz') }],
    rentalsAsRenter: [
      {
        orderNumber,
        title: '4-person tent',
        ownerName: 'Olivia S.',
        money: [
          { kind: 'rent', centavos: 135_000 },
          { kind: 'delivery' },
          { kind: 'service_fee', centavos: 6750 },
        ],
      },
    ],
    rentalsAsOwner: [],
    cart: [{ title: 'Drill' }],
    favorites: [{ title: 'Drill' }],
    reviews: [{ rating: 4, body: 'Sturdy.' }],
    contactMessages: [],
  })
  expect(ramon.events?.length).toBeGreaterThan(0)
  const olivia = await dataOf(cast.olivia)
  expect(olivia).toMatchObject({
    rentalsAsOwner: [{ renterName: 'Ramon D.' }],
    orders: [],
    favorites: [],
    reviews: [],
  })
  expect(olivia.listings).toHaveLength(2)
  expect(JSON.stringify(olivia.listings)).toMatch(/\/images\/[0-9a-f-]{36}\/\d+\.webp/)

  for (const [data, own] of [
    [ramon, 'renter@hiram.test'],
    [olivia, 'owner@hiram.test'],
  ] as const) {
    const text = JSON.stringify(data)
    expect([...new Set(text.match(/[\w.]+@hiram\.test/g))]).toEqual([own])
    const secrets = await services.db.selectFrom('session').select('token').execute()
    for (const { token } of secrets) expect(text).not.toContain(token)
    expect(text).not.toMatch(/password|idempotency/i)
  }
})

it('holds what was paid online and what went back, and tells an owner nothing of unpaid orders', async () => {
  const { services, cast } = fixture
  const listed = () => people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const paid = await order(cast.katrina, [await listed()])
  services.emulator.pay(paid.sessionId, { channel: 'gcash' })
  await deliver()
  const [rental] = await rentalsOf(paid.id)
  accepted(await takePartyAction(by(services, cast.katrina), { rentalId: rental!.id, action: 'cancel' }))
  const unpaid = await order(cast.katrina, [await listed()])
  const katrina = await dataOf(cast.katrina)
  expect(katrina).toMatchObject({
    payments: [
      { orderNumber: paid.number, centavos: paid.totalCentavos, channel: 'gcash', purpose: 'order' },
    ],
    refunds: [
      { orderNumber: paid.number, rentalId: rental!.id, centavos: paid.totalCentavos, reason: 'cancel' },
    ],
  })
  expect(katrina.orders).toHaveLength(2)
  const olivia = await dataOf(cast.olivia)
  expect(olivia).toMatchObject({ payments: [], refunds: [] })
  expect(olivia.rentalsAsOwner).toContainEqual(expect.objectContaining({ orderNumber: paid.number }))
  expect(JSON.stringify(olivia)).not.toContain(unpaid.number)
})

it('holds what was paid out to an owner, without who recorded it', async () => {
  const { services, cast } = fixture
  const payout = {
    direction: 'to_owner' as const,
    centavos: 12_345,
    reference: 'BDO 77',
    paidOn: '2026-11-20',
  }
  const about = { id: randomUUID(), ownerId: cast.olivia.id, recordedBy: cast.amihan.id, recordedAt: NOW }
  await services.db
    .insertInto('payout')
    .values({ ...payout, ...about })
    .execute()
  const { payouts } = await dataOf(cast.olivia)
  expect(payouts).toEqual([{ ...payout, recordedAt: NOW, reversedAt: null }])
  expect(await dataOf(cast.ramon)).toMatchObject({ payouts: [] })
})

it('holds the messages the person wrote, not those written to them', async () => {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const say = async (who: people.Person, to: Parameters<typeof sendMessage>[1]['to'], text: string) =>
    accepted(await sendMessage(by(services, who), { to, text }))
  const { threadId } = await say(cast.ramon, { listingId }, 'Is it dry?')
  await say(cast.olivia, { threadId }, 'As a bone.')
  expect(await dataOf(cast.ramon)).toMatchObject({
    conversations: [{ partnerName: 'Olivia S.', title: '4-person tent' }],
    messagesWritten: [{ threadId, body: 'Is it dry?' }],
  })
  expect(await dataOf(cast.olivia)).toMatchObject({ messagesWritten: [{ threadId, body: 'As a bone.' }] })
})

it('is made a limited number of times an hour, and not for guests', async () => {
  const { services, cast } = fixture
  for (let i = 0; i < 20; i++) await services.limits.take('dataDownloads', cast.katrina.id)
  expect(await exportData(by(services, cast.katrina))).toMatchObject({ reason: 'limit' })
  expect(await exportData(by(services))).toMatchObject({ reason: 'login' })
})

it('holds every row, also of who has more than 20,000', async () => {
  const { services, cast } = fixture
  await services.limits.clear('dataDownloads', cast.katrina.id)
  await sql`insert into event (subject, subject_id, action, actor_id, actor_role, detail, at)
    select 'account', ${cast.katrina.id}, 'update-profile', ${cast.katrina.id}, 'renter', jsonb_build_object('n', n),
      ${NOW} from generate_series(1, 20001) n`.execute(services.db)
  const numbers = (await dataOf(cast.katrina)).events!.map(
    (row) => (row as { detail: { n?: number } }).detail.n,
  )
  expect(numbers.filter((n) => n !== undefined)).toEqual(Array.from({ length: 20_001 }, (_, i) => i + 1))
})

it('holds what others did to the account, not who and where, nor that somebody blocked them', async () => {
  const { services, cast } = fixture
  const { id } = cast.katrina
  await services.limits.clear('dataDownloads', id)
  await recordLogIn({ ...by(services, cast.katrina), ip: '203.0.113.7' }, { accountId: id, role: 'renter' })
  await recordFailedLogIn({ ...by(services), ip: '198.51.100.7' }, cast.katrina.email)
  accepted(
    await setVerification(...people.asAdmin(services, cast.amihan), { accountId: id, decision: 'verified' }),
  )
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const asked = { to: { listingId }, text: 'Hello' }
  const { threadId } = accepted(await sendMessage(by(services, cast.katrina), asked))
  accepted(await blockPerson(by(services, cast.olivia), { threadId }))
  const report = { about: { listingId }, reason: 'spam' as const, note: '' }
  accepted(await sendReport(by(services, cast.katrina), report))
  const data = await dataOf(cast.katrina)
  expect(data.failedLogIns).toEqual([{ at: NOW }])
  expect(data.decisionsAboutYou).toEqual([{ at: NOW, what: 'verify', title: null, reason: null }])
  expect(data.reportsMade).toMatchObject([{ about: 'listing', listingId, reviewId: null }])
  expect(data.events).toContainEqual(expect.objectContaining({ action: 'log-in', network: '203.0.113.x' }))
  expect(JSON.stringify(data)).not.toMatch(/198\.51|"block"/)
})

it('holds why admins suspended a person and took a listing of theirs down, without the admin’s name', async () => {
  const { services, cast } = fixture
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  const ctx = { ...by(services, cast.amihan), db: services.db }
  const detail = { title: '4-person tent', reason: 'It is not yours.' }
  await inTransaction(services, async (tx) => {
    await recordEvents(tx, ctx, [
      { subject: 'account', subjectId: cast.olivia.id, action: 'suspend', detail: { reason: 'Spam.' } },
      { subject: 'listing', subjectId: listingId, action: 'take-down', detail },
      { subject: 'account', subjectId: cast.ramon.id, action: 'suspend', detail: { reason: 'Another one.' } },
    ])
    return { ok: true }
  })
  const { decisionsAboutYou } = await dataOf(cast.olivia)
  expect(decisionsAboutYou).toEqual([
    { at: expect.anything(), what: 'suspend', title: null, reason: 'Spam.' },
    { at: expect.anything(), what: 'take-down', ...detail },
  ])
})

it('finds listings, events and decisions by indexes, however many there are', async () => {
  const { connection } = fixture.services
  const { olivia } = fixture.cast
  const sections = exportSections(viewerOf(olivia, by(fixture.services, olivia)))
  const planOf = (name: string) =>
    plansOf(connection, async () => {
      for await (const _ of rowsOf(connection.db, sections[name]!));
    })
  expect(await planOf('listings')).toContain('listing_by_owner_idx')
  expect(await planOf('events')).toContain('event_by_actor_idx')
  const plan = await planOf('decisionsAboutYou')
  expect(plan).toContain('listing_by_owner_idx')
  expect(plan.match(/event_subject_idx/g)).toHaveLength(2)
  expect(plan).not.toContain('Seq Scan')
})

it('is a file of the same rows, read some at a time, however many there are', async () => {
  const { services, cast } = fixture
  const { db } = services
  await sql`insert into support_message (account_id, sender, body, sent_at)
    select ${cast.ramon.id}, 'person', 'Line 1 of "' || n || E'"\\nLine 2', ${NOW}
    from generate_series(1, 1200) n`.execute(db)
  const ctx = by(services, cast.ramon)
  const pieces: string[] = []
  for await (const piece of jsonOf(accepted(await exportData(ctx)).personalData)) pieces.push(piece)
  const personalData = await personalDataOf(ctx)
  expect(pieces.join('')).toBe(JSON.stringify(personalData, null, 2))
  const { assistantMessages } = personalData.sections
  expect(assistantMessages!.map((row) => (row as { body: string }).body)).toEqual(
    Array.from({ length: 1200 }, (_, i) => `Line 1 of "${i + 1}"\nLine 2`),
  )
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(500 * 200)
  await db.deleteFrom('supportMessage').where('accountId', '=', cast.ramon.id).execute()
})
