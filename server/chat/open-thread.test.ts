import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { asThreadParty } from '#domain/access.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { findThread, listMessages } from './queries.ts'
import { type Destination, sendMessage } from './send-message.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'])
const publish = (title: string) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, { title })
const say = (who: people.Person, to: Destination, text: string) =>
  sendMessage(by(fixture.services, who), { to, text })

describe('an owner', () => {
  it('writes first to who asked to rent the listing, and to nobody else', async () => {
    const { ramon, katrina, olivia, diego } = fixture.cast
    const listingId = await publish('A kite to talk about')
    const to = { listingId, renterId: ramon.id }
    expect(await say(olivia, to, 'Hello')).toMatchObject({ reason: 'gone' })
    await people.rent(fixture.services, ramon, [listingId])
    const { threadId } = accepted(await say(olivia, to, 'At what time will you come?'))
    expect(accepted(await say(ramon, { listingId }, 'At five.')).threadId).toBe(threadId)
    expect(accepted(await say(olivia, to, 'Fine.')).threadId).toBe(threadId)
    const { db } = fixture.services
    const thread = (await findThread(db, people.seenBy(ramon), { threadId }))!
    const { messages } = await listMessages(db, accepted(asThreadParty(ramon, thread)).party, { threadId })
    expect(messages.map(({ sender, body }) => `${sender}: ${body}`)).toEqual([
      'owner: At what time will you come?',
      'renter: At five.',
      'owner: Fine.',
    ])
    expect(await say(olivia, { listingId, renterId: katrina.id }, 'Hello')).toMatchObject({ reason: 'gone' })
    for (const who of [diego, katrina]) expect(await say(who, to, 'Hello')).toMatchObject({ reason: 'gone' })
  })

  it('is not told of an order that waits for its payment', async () => {
    const { katrina, olivia } = fixture.cast
    const listingId = await publish('A drum to talk about')
    const { orderId } = await people.rent(fixture.services, katrina, [listingId])
    const { db } = fixture.services
    await sql`update "order" set status = 'awaiting_payment', payment_method = 'online',
      holds_until = now() + interval '1 hour' where id = ${orderId}`.execute(db)
    const to = { listingId, renterId: katrina.id }
    expect(await say(olivia, to, 'Hello')).toMatchObject({ reason: 'gone' })
    await db.updateTable('order').set({ status: 'confirmed' }).where('id', '=', orderId).execute()
    accepted(await say(olivia, to, 'Hello'))
  })
})
