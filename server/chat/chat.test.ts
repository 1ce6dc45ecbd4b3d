import { beforeAll, describe, expect, it } from 'vitest'
import { asThreadParty } from '#domain/access.ts'
import { publicName } from '#domain/account/account.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by, NOW } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { markRead } from './mark-read.ts'
import { findThread, listMessages, listThreads } from './queries.ts'
import { sendMessage, type Destination } from './send-message.ts'
import { readFrame } from '../stream/queries.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], {
  limits: { messages: { points: 400, seconds: 60 }, newThreads: { points: 8, seconds: 3600 } },
})

const publish = (title: string) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, { title })
const say = (who: people.Person | undefined, to: Destination, text: string) =>
  sendMessage(by(fixture.services, who), { to, text })
const unread = async (who: people.Person) => (await readFrame(fixture.services.db, who.id)).counts.messages

async function messagesOf(threadId: string, who: people.Person, before?: number | null) {
  const thread = (await findThread(fixture.services.db, people.seenBy(who), { threadId }))!
  const { party } = accepted(asThreadParty(who, thread))
  return listMessages(fixture.services.db, party, { threadId, before })
}

describe('a conversation about a listing', () => {
  let listingId: string
  let threadId: string
  beforeAll(async () => {
    listingId = await publish('A tent to talk about')
    threadId = accepted(await say(fixture.cast.ramon, { listingId }, 'Is it free next week?')).threadId
  })

  // Spec: S3.17, S4.19, S7.11, S7.19
  it('is opened by its first message, and found by the next one', async () => {
    expect(accepted(await say(fixture.cast.ramon, { listingId }, 'We are four people.')).threadId).toBe(
      threadId,
    )
    const { messages, earlier } = await messagesOf(threadId, fixture.cast.olivia)
    expect(messages.map(({ sender, body }) => [sender, body])).toEqual([
      ['renter', 'Is it free next week?'],
      ['renter', 'We are four people.'],
    ])
    expect(earlier).toBeNull()
  })

  // Spec: S3.18
  it('counts what the other side has not read, until they read it or answer', async () => {
    expect(await unread(fixture.cast.olivia)).toBe(2)
    accepted(await markRead(by(fixture.services, fixture.cast.olivia), { threadId }))
    expect(await unread(fixture.cast.olivia)).toBe(0)
    accepted(await say(fixture.cast.ramon, { threadId }, 'Hello?'))
    expect(await unread(fixture.cast.olivia)).toBe(1)
    accepted(await say(fixture.cast.olivia, { threadId }, 'Yes, it is.'))
    expect([await unread(fixture.cast.olivia), await unread(fixture.cast.ramon)]).toEqual([0, 1])
  })

  // Spec: S3.15, S3.16, S3.18, S7.8, S7.12
  it('is in the lists of its two people, with the other one’s name and the last message', async () => {
    const [mine, hers, theirs] = await Promise.all(
      [fixture.cast.ramon, fixture.cast.olivia, fixture.cast.katrina].map((who) =>
        listThreads(fixture.services.db, people.seenBy(who)),
      ),
    )
    expect(mine!.threads).toMatchObject([
      { id: threadId, title: 'A tent to talk about', lastMessage: 'Yes, it is.', unread: 1 },
    ])
    expect(mine!.threads[0]!.partnerName).toBe(publicName(fixture.cast.olivia))
    expect(hers!.threads[0]!.partnerName).toBe(publicName(fixture.cast.ramon))
    expect(theirs!.threads).toEqual([])
  })

  it.each(['katrina', 'diego', 'amihan'] as const)('is not there for %s', async (who) => {
    for (const attempt of [
      say(fixture.cast[who], { threadId }, 'Let me in'),
      markRead(by(fixture.services, fixture.cast[who]), { threadId }),
    ])
      expect(await attempt).toMatchObject({ ok: false, reason: 'not-found' })
    const thread = (await findThread(fixture.services.db, people.seenBy(fixture.cast[who]), { threadId }))!
    expect(asThreadParty(fixture.cast[who], thread)).toMatchObject({ ok: false, reason: 'not-found' })
  })

  it('stays when its listing is erased', async () => {
    const gone = await publish('A tent that goes')
    const kept = accepted(await say(fixture.cast.ramon, { listingId: gone }, 'Still there?')).threadId
    await fixture.services.db.deleteFrom('listing').where('id', '=', gone).execute()
    expect(
      await findThread(fixture.services.db, people.seenBy(fixture.cast.ramon), { threadId: kept }),
    ).toMatchObject({
      title: 'A tent that goes',
      listingId: null,
    })
    accepted(await say(fixture.cast.olivia, { threadId: kept }, 'Sorry, I sold it.'))
  })

  it('takes no message once the other person has left', async () => {
    const about = await publish('A tent of someone who leaves')
    const lonely = accepted(await say(fixture.cast.diego, { listingId: about }, 'Hello')).threadId
    const setLeft = (deletedAt: Date | null) =>
      fixture.services.db
        .updateTable('account')
        .set({ deletedAt })
        .where('id', '=', fixture.cast.olivia.id)
        .execute()
    await setLeft(new Date())
    expect(await say(fixture.cast.diego, { threadId: lonely }, 'Anyone?')).toMatchObject({ reason: 'left' })
    await setLeft(null)
  })

  // The writer of a request with a photo is read before the photo arrives, which may take minutes.
  it('takes no message of somebody who was suspended or deleted while it was on its way', async () => {
    const about = await publish('A tent for slow photos')
    const { threadId } = accepted(await say(fixture.cast.katrina, { listingId: about }, 'Hello'))
    const set = (changes: object) =>
      fixture.services.db
        .updateTable('account')
        .set({ deletedAt: null, suspendedAt: null, suspendedBy: null, suspensionReason: null, ...changes })
        .where('id', '=', fixture.cast.katrina.id)
        .execute()
    const suspended = { suspendedAt: NOW, suspendedBy: fixture.cast.amihan.id, suspensionReason: 'Scams' }
    for (const changes of [suspended, { deletedAt: NOW }]) {
      await set(changes)
      expect(await say(fixture.cast.katrina, { threadId }, 'And now?')).toMatchObject({ reason: 'login' })
    }
    await set({})
    accepted(await say(fixture.cast.katrina, { threadId }, 'I am back.'))
  })
})

describe('who may open a conversation', () => {
  it('guests log in first, owners don’t write to themselves, admins use another account', async () => {
    const listingId = await publish('A tent for everyone')
    expect(await say(undefined, { listingId }, 'Hi')).toMatchObject({
      reason: 'login',
      message: 'Please login to chat with the owner.',
    })
    expect(await say(fixture.cast.olivia, { listingId }, 'Hi')).toMatchObject({ reason: 'own' })
    expect(await say(fixture.cast.amihan, { listingId }, 'Hi')).toMatchObject({ reason: 'role' })
    expect(await say(fixture.cast.diego, { listingId }, 'Hi from another owner')).toMatchObject({ ok: true })
  })

  it('nobody about a listing that is not public', async () => {
    const listingId = await publish('A paused tent')
    await fixture.services.db
      .updateTable('listing')
      .set({ pausedAt: new Date() })
      .where('id', '=', listingId)
      .execute()
    expect(await say(fixture.cast.ramon, { listingId }, 'Hi')).toMatchObject({
      reason: 'gone',
      message: 'Owner information not available.',
    })
  })
})

describe('someone who rented a listing', () => {
  it('can write to its owner while it is out, and others can’t', async () => {
    const listingId = await publish('A tent that is out')
    await people.rent(fixture.services, fixture.cast.katrina, [listingId])
    expect(await say(fixture.cast.ramon, { listingId }, 'Hi')).toMatchObject({ reason: 'gone' })
    expect(await say(fixture.cast.katrina, { listingId }, 'When may I fetch it?')).toMatchObject({ ok: true })
  })
})

describe('long conversations and many of them', () => {
  // Spec: S7.13, D27
  it('show fifty messages at a time, each once and in order', async () => {
    const listingId = await publish('A tent with a story')
    const { threadId } = accepted(await say(fixture.cast.katrina, { listingId }, '0'))
    for (let i = 1; i < 120; i++) accepted(await say(fixture.cast.katrina, { threadId }, String(i)))
    const seen: string[] = []
    let before: number | null | undefined
    do {
      const page = await messagesOf(threadId, fixture.cast.olivia, before)
      seen.unshift(...page.messages.map(({ body }) => body))
      before = page.earlier
    } while (before)
    expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => String(i)))
  })

  // Spec: S4.20, D27
  it('several messages at once become one conversation and lose nothing', async () => {
    const listingId = await publish('A tent everyone writes about at once')
    const sent = await Promise.all(
      Array.from({ length: 6 }, (_, i) => say(fixture.cast.diego, { listingId }, `message ${i}`)),
    )
    const ids = new Set(sent.map((verdict) => accepted(verdict).threadId))
    expect(ids.size).toBe(1)
    const { messages } = await messagesOf([...ids][0]!, fixture.cast.olivia)
    expect(messages.map(({ body }) => body).sort()).toEqual(
      Array.from({ length: 6 }, (_, i) => `message ${i}`),
    )
  })

  it('pages of conversations lose none, the last written to first', async () => {
    const { db } = fixture.services
    await db
      .insertInto('thread')
      .values(
        Array.from({ length: 70 }, (_, i) => ({
          id: `0199a000-0000-7000-8000-${String(i).padStart(12, '0')}`,
          title: `Old ${i}`,
          renterId: fixture.cast.katrina.id,
          ownerId: fixture.cast.diego.id,
          // Two threads each have the same time of their last message.
          lastMessageAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(i / 2))),
        })),
      )
      .execute()
    const titles: string[] = []
    let after: string | null = null
    do {
      const page = await listThreads(db, people.seenBy(fixture.cast.diego), after)
      titles.push(...page.threads.map(({ title }) => title))
      after = page.next
    } while (after)
    const old = titles.filter((title) => title.startsWith('Old'))
    expect(old).toEqual(Array.from({ length: 70 }, (_, i) => `Old ${69 - i}`))
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('are limited per hour, while existing ones continue', async () => {
    const { newThreads } = fixture.services.settings.limits
    let first: string | undefined
    let refused = 0
    for (let i = 0; i < newThreads.points + 1; i++) {
      const listingId = await publish(`Tent number ${i}`)
      const sent = await say(fixture.cast.ramon, { listingId }, 'Hi')
      if (sent.ok) first ??= sent.threadId
      else {
        refused++
        expect(sent).toMatchObject({ reason: 'limit', retryAfterSeconds: expect.any(Number) })
      }
    }
    expect(refused).toBeGreaterThan(0)
    expect(await say(fixture.cast.ramon, { threadId: first! }, 'Hi again')).toMatchObject({ ok: true })
  })
})
