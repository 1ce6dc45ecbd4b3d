import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { blockPerson } from '#server/person-block/block-person.ts'
import { unblockPerson } from '#server/person-block/unblock-person.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { placeOrder } from '#server/order/place-order.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { waitForBlockedConnections } from '#tests/support/wait-for-blocked-connections.ts'
import { withServices } from '#tests/support/with-services.ts'

const many = { points: 10_000, seconds: 60 }
const fixture = withServices(['olivia', 'amihan', 'ramon'], {
  database: { poolSize: 40, connectionTimeoutMillis: 60_000 },
  limits: { messages: many, newThreads: many, blocks: many },
})
type Who = keyof typeof fixture.cast
const as = (who: Who) => by(fixture.services, fixture.cast[who])
const publish = (title: string) =>
  people.listApproved(fixture.services, { owner: fixture.cast.olivia, admin: fixture.cast.amihan }, { title })
const say = (who: Who, to: { listingId: string } | { threadId: string }, text = 'Hello') =>
  sendMessage(as(who), { to, text })
const unblock = () => unblockPerson(as('olivia'), { personId: fixture.cast.ramon.id })
const countOf = async (table: 'message' | 'thread' | 'rental') => {
  const { n } = await fixture.services.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The rows written after a block was set; once the block's request is answered, nothing may pass. */
async function afterwards(act: () => Promise<{ ok: boolean }>, table: 'message' | 'thread' | 'rental') {
  const before = await countOf(table)
  expect(await act()).toMatchObject({ ok: false })
  expect(await countOf(table)).toBe(before)
}

it('a block and messages of both at once: each is sent before it or refused, and none after it', async () => {
  const { threadId } = accepted(await say('ramon', { listingId: await publish('Tent') }))
  let written = 0
  for (let round = 0; round < 12; round++) {
    const before = await countOf('message')
    const acts = Array.from({ length: 12 }, (_, i) => () => say(i % 2 ? 'ramon' : 'olivia', { threadId }))
    const block = blockPerson.bind(null, as('olivia'), { threadId })
    const verdicts = await Promise.all([...acts.slice(0, 4), block, ...acts.slice(4)].map((act) => act()))
    const sent = verdicts.filter((verdict) => verdict.ok && 'messageId' in verdict).length
    expect(await countOf('message')).toBe(before + sent)
    written += sent
    expect(verdicts.every((verdict) => verdict.ok || verdict.reason === 'blocked')).toBe(true)
    await afterwards(() => say('ramon', { threadId }), 'message')
    accepted(await unblock())
  }
  expect(written).toBeGreaterThan(0)
})

it('messages of both that wait for a block are refused, and a first one opens no thread', async () => {
  const { threadId } = accepted(await say('ramon', { listingId: await publish('Tent with a thread') }))
  const listingId = await publish('Tent without')
  const counts = () => Promise.all([countOf('thread'), countOf('message')])
  const before = await counts()
  const holder = await fixture.services.db.startTransaction().execute()
  const ids = [fixture.cast.ramon.id, fixture.cast.olivia.id]
  await sql`select id from account where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    holder,
  )
  const waiting = [say('ramon', { listingId }), say('ramon', { threadId }), say('olivia', { threadId })]
  await waitForBlockedConnections(fixture.services.db, 3)
  await sql`insert into person_block (blocker_id, blocked_id) values (${ids[1]}, ${ids[0]})`.execute(holder)
  await holder.commit().execute()
  for (const verdict of await Promise.all(waiting))
    expect(verdict).toMatchObject({ ok: false, reason: 'blocked' })
  expect(await counts()).toEqual(before)
  accepted(await unblock())
})

it('a block waits for a message that is being written, and comes after it', async () => {
  const { threadId } = accepted(await say('ramon', { listingId: await publish('Tent being written about') }))
  const holder = await fixture.services.db.startTransaction().execute()
  await sql`select id from thread where id = ${threadId} for no key update`.execute(holder)
  const blocking = blockPerson(as('olivia'), { threadId })
  await waitForBlockedConnections(fixture.services.db)
  await sql`insert into message (thread_id, sender, body) values (${threadId}, 'renter', 'Just in time')`.execute(
    holder,
  )
  await holder.commit().execute()
  expect(await blocking).toMatchObject({ ok: true })
  await afterwards(() => say('ramon', { threadId }), 'message')
  accepted(await unblock())
})

it.each(['ramon', 'olivia'] as const)(
  'a block waits for what %s begins: a first message, or a checkout',
  async (who) => {
    const { threadId } = accepted(await say('ramon', { listingId: await publish(`Tent of ${who}`) }))
    const holder = await fixture.services.db.startTransaction().execute()
    await sql`select id from account where id = ${fixture.cast[who].id} for share`.execute(holder)
    const blocking = blockPerson(as('olivia'), { threadId })
    await waitForBlockedConnections(fixture.services.db)
    await holder.commit().execute()
    expect(await blocking).toMatchObject({ ok: true })
    accepted(await unblock())
  },
)

it('a block and checkouts at once: each is ordered before it or refused, and none after it', async () => {
  const { threadId } = accepted(await say('ramon', { listingId: await publish('Tent to rent') }))
  let [ordered, refused] = [0, 0]
  for (let round = 0; round < 10; round++) {
    await people.fillCart(fixture.services, fixture.cast.ramon, [await publish(`Tent ${round}`)])
    const renter = people.renter(fixture.cast.ramon)
    const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
    const acts = [
      () => placeOrder(as('ramon'), renter, checkout),
      () => blockPerson(as('olivia'), { threadId }),
    ]
    const verdicts = await Promise.all((round % 2 ? acts.toReversed() : acts).map((act) => act()))
    const placed = verdicts.at(round % 2 ? 1 : 0)!
    if (placed.ok) ordered++
    else refused++
    await fixture.services.db.deleteFrom('cartLine').execute()
    accepted(await unblock())
  }
  expect(ordered + refused).toBe(10)
  expect(ordered).toBeGreaterThan(0)

  await people.fillCart(fixture.services, fixture.cast.ramon, [await publish('Tent too late')])
  const checkout = await people.aCheckout(fixture.services, fixture.cast.ramon)
  const holder = await fixture.services.db.startTransaction().execute()
  const ids = [fixture.cast.ramon.id, fixture.cast.olivia.id]
  await sql`select id from account where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    holder,
  )
  const placing = placeOrder(as('ramon'), people.renter(fixture.cast.ramon), checkout)
  await waitForBlockedConnections(fixture.services.db)
  await sql`insert into person_block (blocker_id, blocked_id) values (${ids[1]}, ${ids[0]})`.execute(holder)
  await holder.commit().execute()
  expect(await placing).toMatchObject({ ok: false, reason: 'line' })
})
