import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { doEffects } from '#tests/support/do-effects.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { endSuspension } from '../account/end-suspension.ts'
import { suspendAccount } from '../account/suspend-account.ts'
import { markRead } from '../chat/mark-read.ts'
import { AWAY_MS } from '../chat/email-if-away.ts'
import { type Destination, sendMessage } from '../chat/send-message.ts'
import { blockPerson } from '../person-block/block-person.ts'
import { unblockPerson } from '../person-block/unblock-person.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { listNotices } from './queries.ts'

const fixture = withServices(['ramon', 'olivia', 'amihan'], {
  limits: { messages: { points: 4000, seconds: 60 }, newThreads: { points: 400, seconds: 3600 } },
})
let threadId: string

const say = async (who: people.Person, text: string, to: Destination = { threadId }) =>
  accepted(await sendMessage(by(fixture.services, who), { to, text }))
const read = async (who: people.Person) => accepted(await markRead(by(fixture.services, who), { threadId }))
const pass = (ms: number) => fixture.services.clock.set(new Date(fixture.services.clock.now().getTime() + ms))

/** Runs the due effects; returns the mails sent, newest last. */
async function mailed() {
  const { services } = fixture
  const before = new Set((await services.mail.list(500)).map(({ id }) => id))
  await doEffects(services)
  return (await services.mail.list(500)).filter(({ id }) => !before.has(id)).toReversed()
}
const noticesOf = async (who: people.Person) => (await listNotices(fixture.services.db, who.id)).notices

beforeEach(async () => {
  const { services, cast } = fixture
  services.clock.set(NOW)
  const listingId = await people.listApproved(services, { owner: cast.olivia, admin: cast.amihan })
  await services.db.deleteFrom('effect').execute()
  await services.db.deleteFrom('notice').execute()
  threadId = (await say(cast.ramon, 'Is it dry? We would like to take it to Sagada with us.', { listingId }))
    .threadId
})
afterEach(async () => void (await fixture.services.db.deleteFrom('effect').execute()))

describe('a message while its reader is away', () => {
  // Spec: D31
  it('is told after five minutes, with the beginning of it only and the way to it', async () => {
    pass(AWAY_MS - 1000)
    expect(await mailed()).toEqual([])
    pass(1000)
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: 'owner@hiram.test',
      subject: 'Ramon D. wrote to you about 4-person tent',
    })
    expect(mail!.text).toContain('“Is it dry? We would like to take it to S…”')
    expect(`${mail!.text}${mail!.html}`).not.toContain('Sagada')
    expect(mail!.text).toContain(`/chat?thread_id=${threadId}`)
    expect(await noticesOf(fixture.cast.olivia)).toMatchObject([
      { kind: 'new-message', createdAt: NOW, readAt: null },
    ])
  })

  it('is notified once, however many follow, until they are read', async () => {
    const { ramon, olivia } = fixture.cast
    await say(ramon, 'Hello?')
    pass(AWAY_MS)
    await say(ramon, 'Are you there?')
    const first = await mailed()
    expect(first.map(({ to }) => to)).toEqual(['owner@hiram.test'])
    expect(first[0]!.text).toContain('Unread messages: 3')
    pass(AWAY_MS)
    expect(await mailed()).toEqual([])
    await read(olivia)
    expect(await noticesOf(olivia)).toMatchObject([{ readAt: fixture.services.clock.now() }])
    await say(ramon, 'One more thing.')
    pass(AWAY_MS)
    expect(await mailed()).toHaveLength(1)
  })

  it('is not notified when it was read or answered in time, also when another came right after', async () => {
    const { ramon, olivia } = fixture.cast
    pass(60_000)
    await read(olivia)
    pass(60_000)
    await say(ramon, 'Thanks for reading.')
    pass(AWAY_MS - 120_000)
    expect(await mailed()).toEqual([])
    await say(olivia, 'Bone-dry.')
    pass(60_000)
    await say(ramon, 'Wonderful.')
    pass(AWAY_MS - 60_000)
    // The renter has read and answered their unread messages: only the owner has an unread one, and it is not due yet.
    expect(await mailed()).toEqual([])
    pass(60_000)
    expect((await mailed()).map(({ to }) => to)).toEqual(['owner@hiram.test'])
  })

  it('is told as read to other tabs that show its notice', async () => {
    const { services, cast } = fixture
    pass(AWAY_MS)
    await mailed()
    const [notice] = await noticesOf(cast.olivia)
    await services.db.deleteFrom('accountEvent').execute()
    await read(cast.olivia)
    const events = await services.db
      .selectFrom('accountEvent')
      .select(['accountId', 'kind', 'detail'])
      .execute()
    expect(events.filter(({ kind }) => kind === 'notice')).toEqual([
      { accountId: cast.olivia.id, kind: 'notice', detail: { noticeId: notice!.id, isRead: true } },
    ])
  })

  it('and its notice are read by an answer', async () => {
    const { olivia } = fixture.cast
    pass(AWAY_MS)
    await mailed()
    await say(olivia, 'Bone-dry.')
    expect(await noticesOf(olivia)).toMatchObject([{ readAt: fixture.services.clock.now() }])
  })

  it('stays the only unread one when an older report of reading comes late', async () => {
    const { services, cast } = fixture
    const first = await say(cast.ramon, 'Hello?')
    await say(cast.ramon, 'Are you there?')
    await read(cast.olivia)
    await say(cast.ramon, 'One more thing.')
    accepted(await markRead(by(services, cast.olivia), { threadId, upTo: first.messageId }))
    const thread = services.db.selectFrom('thread').select('ownerUnread').where('id', '=', threadId)
    expect(await thread.executeTakeFirstOrThrow()).toEqual({ ownerUnread: 1 })
  })

  it('is notified also when its reader has read only the ones before it', async () => {
    const { services, cast } = fixture
    const { messageId } = await say(cast.ramon, 'Hello?')
    await say(cast.ramon, 'One more thing: does it leak?')
    accepted(await markRead(by(services, cast.olivia), { threadId, upTo: messageId }))
    pass(AWAY_MS)
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail!.text).toContain('“One more thing: does it leak?”')
  })

  it('is notified also when its reader has blocked its writer, while a rental of the listing runs', async () => {
    const { services, cast } = fixture
    const { listingId } = await services.db
      .selectFrom('thread')
      .select('listingId')
      .where('id', '=', threadId)
      .executeTakeFirstOrThrow()
    const { rentalId } = await people.rent(services, cast.ramon, [listingId!])
    accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
    await read(cast.olivia)
    await services.db.deleteFrom('effect').execute()
    accepted(await blockPerson(by(services, cast.olivia), { threadId }))
    await say(cast.ramon, 'I am at the gate.')
    pass(AWAY_MS)
    const [mail, ...others] = await mailed()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'owner@hiram.test' })
    expect(mail!.text).toContain('“I am at the gate.”')
    await services.db.deleteFrom('personBlock').execute()
  })

  it('is not notified once an admin has suspended its writer', async () => {
    const { services, cast } = fixture
    const suspension = { accountId: cast.ramon.id, reason: 'Asked for money outside.' }
    accepted(await suspendAccount(...people.asAdmin(services, cast.amihan), suspension))
    pass(AWAY_MS)
    const subjects = (await mailed()).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('wrote to you'))).toEqual([])
    expect((await noticesOf(cast.olivia)).filter(({ kind }) => kind === 'new-message')).toEqual([])
    accepted(await endSuspension(...people.asAdmin(services, cast.amihan), suspension))
  })

  it('is not notified when its reader has blocked its writer meanwhile, or has switched that off', async () => {
    const { services, cast } = fixture
    await services.db
      .insertInto('personBlock')
      .values({ blockerId: cast.olivia.id, blockedId: cast.ramon.id })
      .execute()
    pass(AWAY_MS)
    expect(await mailed()).toEqual([])
    await services.db.deleteFrom('personBlock').execute()
    await read(cast.olivia)
    for (const channel of ['site', 'email'] as const)
      await services.db
        .insertInto('notificationChoice')
        .values({ accountId: cast.olivia.id, kind: 'new-message', channel })
        .execute()
    await say(cast.ramon, 'Hello again.')
    pass(AWAY_MS)
    expect(await mailed()).toEqual([])
    expect(await noticesOf(cast.olivia)).toEqual([])
    await services.db.deleteFrom('notificationChoice').execute()
  })

  describe('whose notice was dropped', () => {
    const wrote = async () => (await mailed()).filter(({ subject }) => subject.includes('wrote to you'))

    /** The next message is told, once. */
    async function expectNextTold() {
      await say(fixture.cast.ramon, 'I am back.')
      await say(fixture.cast.ramon, 'Hello?')
      pass(AWAY_MS)
      const [mail, ...others] = await wrote()
      expect(others).toEqual([])
      expect(mail!.text).toContain('“I am back.”')
      await say(fixture.cast.ramon, 'Still there?')
      pass(AWAY_MS)
      expect(await wrote()).toEqual([])
    }

    it('as its writer was suspended: the next one is told, though none was read', async () => {
      const { services, cast } = fixture
      const suspension = { accountId: cast.ramon.id, reason: 'Asked for money outside.' }
      pass(60_000)
      accepted(await suspendAccount(...people.asAdmin(services, cast.amihan), suspension))
      pass(AWAY_MS)
      expect(await wrote()).toEqual([])
      accepted(await endSuspension(...people.asAdmin(services, cast.amihan), suspension))
      await expectNextTold()
    })

    it('as its reader had blocked its writer: the next one after the block is told', async () => {
      const { services, cast } = fixture
      accepted(await blockPerson(by(services, cast.olivia), { threadId }))
      pass(AWAY_MS)
      expect(await wrote()).toEqual([])
      accepted(await unblockPerson(by(services, cast.olivia), { personId: cast.ramon.id }))
      await expectNextTold()
    })

    it('as its reader had blocked its writer: the next one is told while a rental keeps them in touch', async () => {
      const { services, cast } = fixture
      const { listingId } = await services.db
        .selectFrom('thread')
        .select('listingId')
        .where('id', '=', threadId)
        .executeTakeFirstOrThrow()
      const { rentalId } = await people.rent(services, cast.ramon, [listingId!])
      accepted(await blockPerson(by(services, cast.olivia), { threadId }))
      pass(AWAY_MS)
      expect(await wrote()).toEqual([])
      accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
      await expectNextTold()
      await services.db.deleteFrom('personBlock').execute()
    })
  })
})
