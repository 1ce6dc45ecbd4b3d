import { beforeAll, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { publicName } from '#domain/account/account.ts'
import * as people from '#tests/support/people.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withServices } from '#tests/support/with-services.ts'
import { addToCart } from '../cart/add-to-cart.ts'
import { readCart } from '../cart/read-cart.ts'
import { publishTyping } from '../chat/publish-typing.ts'
import { sendMessage } from '../chat/send-message.ts'
import { placeOrder } from '../order/place-order.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { blockPerson } from './block-person.ts'
import { listPersonBlocks } from './queries.ts'
import { findRentable } from '../listing/queries.ts'
import { unblockPerson } from './unblock-person.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'diego', 'amihan'], {
  limits: { blocks: { points: 200, seconds: 3600 }, newThreads: { points: 200, seconds: 3600 } },
})
type Who = keyof typeof fixture.cast
const as = (who: Who) => by(fixture.services, fixture.cast[who])
const publish = (title: string, owner: Who = 'olivia') =>
  people.listApproved(fixture.services, { owner: fixture.cast[owner], admin: fixture.cast.amihan }, { title })
const say = (who: Who, to: { listingId: string } | { threadId: string }, text = 'Hello') =>
  sendMessage(as(who), { to, text })
const block = (who: Who, threadId: string) => blockPerson(as(who), { threadId })
const unblock = (who: Who, whom: Who) => unblockPerson(as(who), { personId: fixture.cast[whom].id })

let listingId: string
let threadId: string
beforeAll(async () => {
  listingId = await publish('A tent to fall out over')
  threadId = accepted(await say('ramon', { listingId })).threadId
})

describe('a block', () => {
  it.each([
    ['olivia', 'ramon'],
    ['ramon', 'olivia'],
  ] as const)(
    'by %s stops messages both ways, about any listing, until it is lifted',
    async (blocker, other) => {
      const another = await publish('Another tent')
      accepted(await block(blocker, threadId))
      const refused = await say(other, { threadId })
      expect(refused).toMatchObject({ ok: false, reason: 'blocked' })
      expect(refused.ok || refused.message).toMatch(/not possible at the moment/)
      expect(refused.ok || refused.message).not.toMatch(/block/i)
      expect(await say(blocker, { threadId })).toMatchObject({
        reason: 'blocked',
        message: expect.stringMatching(/You blocked .*Unblock them/),
      })
      expect(await say('ramon', { listingId: another })).toMatchObject({ reason: 'blocked' })
      const opened = await fixture.services.db
        .selectFrom('thread')
        .select('id')
        .where('listingId', '=', another)
        .execute()
      expect(opened).toEqual([])
      accepted(await unblock(blocker, other))
      accepted(await say(other, { threadId }))
      accepted(await say('ramon', { listingId: another }))
    },
  )

  it('of one is lifted only by them, and the other’s stays', async () => {
    accepted(await block('olivia', threadId))
    accepted(await block('ramon', threadId))
    accepted(await unblock('ramon', 'olivia'))
    expect(await say('ramon', { threadId })).toMatchObject({ reason: 'blocked' })
    accepted(await unblock('ramon', 'olivia'))
    const listingId = await people.listApproved(fixture.services, {
      owner: fixture.cast.olivia,
      admin: fixture.cast.amihan,
    })
    const wanted = { listingId, renterId: fixture.cast.ramon.id, today: TODAY }
    const blocks = async () => (await findRentable(fixture.services.db, wanted))!.personBlocks
    expect(await blocks()).toEqual({ byMe: false, byThem: true })
    accepted(await unblock('olivia', 'ramon'))
    expect(await blocks()).toEqual({ byMe: false, byThem: false })
  })

  it('set twice is one, with its first time', async () => {
    accepted(await block('olivia', threadId))
    accepted(await block('olivia', threadId))
    const { ramon } = fixture.cast
    expect(await listPersonBlocks(fixture.services.db, people.seenBy(fixture.cast.olivia))).toEqual({
      items: [
        {
          id: ramon.id,
          name: publicName(ramon),
          picture: ramon.picture,
          blockedAt: fixture.services.clock.now(),
        },
      ],
      next: null,
    })
    expect((await listPersonBlocks(fixture.services.db, people.seenBy(ramon))).items).toEqual([])
    accepted(await unblock('olivia', 'ramon'))
  })

  it('is listed page by page, however many there are, in an order that an index gives', async () => {
    const { db } = fixture.services
    const { olivia } = fixture.cast
    const many = await people.openManyAccounts(fixture.services, 120)
    const blockedAt = fixture.services.clock.now()
    const rows = many.map(({ id }) => ({ blockerId: olivia.id, blockedId: id, blockedAt }))
    await db.insertInto('personBlock').values(rows).execute()
    const seen: string[] = []
    const pages: (string | null)[] = [null]
    for (const after of pages) {
      const { items, next } = await listPersonBlocks(db, people.seenBy(olivia), after)
      seen.push(...items.map(({ id }) => id))
      if (next !== null) pages.push(next)
    }
    expect(pages).toHaveLength(3)
    expect(seen.toSorted()).toEqual(many.map(({ id }) => id).toSorted())
    const second = () => listPersonBlocks(db, people.seenBy(olivia), pages[1])
    const plans = await plansOf(fixture.database.connection, second)
    expect(plans).toContain('Index Only Scan using person_block_list_idx')
    expect(plans).not.toMatch(/Sort/)
    await db.deleteFrom('personBlock').where('blockerId', '=', olivia.id).execute()
  })

  it('hides typing', async () => {
    const received: unknown[] = []
    const typing = () =>
      publishTyping(
        {
          ...as('ramon'),
          events: { ...as('ramon').events, publish: (liveEvents) => received.push(...liveEvents) },
        },
        { threadId },
      )
    accepted(await typing())
    expect(received).toHaveLength(1)
    accepted(await block('olivia', threadId))
    accepted(await typing())
    expect(received).toHaveLength(1)
    accepted(await unblock('olivia', 'ramon'))
  })

  it('does not affect anybody else', async () => {
    const theirs = accepted(await say('katrina', { listingId })).threadId
    accepted(await block('olivia', threadId))
    accepted(await say('katrina', { threadId: theirs }))
    accepted(await say('olivia', { threadId: theirs }))
    accepted(await unblock('olivia', 'ramon'))
  })

  it.each(['katrina', 'diego', 'amihan'] as const)(
    'can’t be set by %s, who is not in the thread',
    async (who) => {
      expect(await block(who, threadId)).toMatchObject({ reason: 'not-found' })
      expect(await blockPerson(by(fixture.services), { threadId })).toMatchObject({ reason: 'not-found' })
      expect(await block(who, '0199a000-0000-7000-8000-000000000000')).toMatchObject({ reason: 'not-found' })
    },
  )
})

describe('renting while there is a block', () => {
  it.each(['olivia', 'ramon'] as const)('by %s: nothing new', async (blocker) => {
    const other = blocker === 'olivia' ? 'ramon' : 'olivia'
    const [inCart, wanted] = [await publish('In the cart'), await publish('Wanted')]
    const ramon = people.renter(fixture.cast.ramon)
    await people.fillCart(fixture.services, fixture.cast.ramon, [inCart])
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    accepted(await block(blocker, threadId))
    expect(await addToCart(as('ramon'), people.rentalRequest(wanted))).toMatchObject({ reason: 'blocked' })
    const cart = await readCart(as('ramon'), ramon)
    expect(cart.ready).toBe(false)
    expect(cart.lines[0]!.problem).toMatchObject({ reason: 'blocked' })
    expect(await placeOrder(as('ramon'), ramon, checkout)).toMatchObject({ reason: 'line' })
    accepted(await unblock(blocker, other))
    accepted(await placeOrder(as('ramon'), ramon, checkout))
  })

  it('earlier requests go on, and while they run both can write about them, and only about them', async () => {
    const rented = await publish('Rented before')
    const { rentalId } = await people.rent(fixture.services, fixture.cast.ramon, [rented])
    const about = accepted(await say('ramon', { listingId: rented })).threadId
    accepted(await block('olivia', about))
    const take = async (action: 'approve' | 'activate' | 'complete', day: string) => {
      fixture.services.clock.set(`${day}T02:15:00Z`)
      accepted(await takePartyAction(as('olivia'), { rentalId, action }))
    }
    expect(await say('ramon', { threadId: about })).toMatchObject({ reason: 'blocked' })
    await take('approve', '2026-11-21')
    accepted(await say('ramon', { threadId: about }))
    accepted(await say('olivia', { threadId: about }))
    expect(await say('ramon', { threadId })).toMatchObject({ reason: 'blocked' })
    await take('activate', '2026-11-22')
    accepted(await say('ramon', { threadId: about }))
    await take('complete', '2026-11-22')
    expect(await say('ramon', { threadId: about })).toMatchObject({ reason: 'blocked' })
    accepted(await unblock('olivia', 'ramon'))
  })
})
