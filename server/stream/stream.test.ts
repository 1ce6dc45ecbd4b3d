import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inProcessEvents } from '#gateways/events/in-process.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { plansOf } from '#tests/support/plans.ts'
import { by } from '#tests/support/services.ts'
import { readStream } from '#tests/support/stream.ts'
import { sweepOld } from '#tests/support/sweep.ts'
import { withServices } from '#tests/support/with-services.ts'
import { createSession } from '../account/begin-session.ts'
import { markRead } from '../chat/mark-read.ts'
import { sendMessage } from '../chat/send-message.ts'
import { recordLiveEvents } from '../live-events.ts'
import { inTransaction } from '../record.ts'
import { takePartyAction } from '../rental/take-action.ts'
import { readFrame, readLiveEvents, type Reader } from './queries.ts'
import { createStreams, type Streams } from './streams.ts'

const fixture = withServices(['ramon', 'katrina', 'olivia', 'amihan'], {
  limits: { messages: { points: 5000, seconds: 60 } },
})

let streams: Streams
let listingId: string
let threadId: string
beforeAll(async () => {
  const { olivia, amihan, ramon } = fixture.cast
  listingId = await people.listApproved(fixture.services, { owner: olivia, admin: amihan })
  threadId = accepted(
    await sendMessage(by(fixture.services, ramon), { to: { listingId }, text: 'Hello' }),
  ).threadId
})
beforeEach(() => (streams = createStreams(fixture.services)))
const open: ReturnType<typeof readStream>[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop()
  streams.close()
})

async function readerOf(person: people.Person): Promise<Reader> {
  const { id } = await fixture.services.db
    .selectFrom('session')
    .select('id')
    .where('userId', '=', person.id)
    .orderBy('createdAt')
    .executeTakeFirstOrThrow()
  return { accountId: person.id, sessionId: id }
}
async function listen(person: people.Person, after: number | null = null) {
  const liveStream = readStream(streams.open(await readerOf(person), after))
  open.push(liveStream)
  await liveStream.until('ready')
  return liveStream
}
const say = async (person: people.Person, text: string, clientId?: string) =>
  accepted(await sendMessage(by(fixture.services, person), { to: { threadId }, text, clientId }))
const lastId = async (person: people.Person) =>
  (await readFrame(fixture.services.db, person.id)).counts.lastEventId
const bodies = (events: { data: Record<string, unknown> }[]) =>
  events.map(({ data }) => (data.message as { body: string }).body)

describe('the log of an account', () => {
  it('has no gaps, and never shows an event after a later one, however many write at once', async () => {
    const { ramon, olivia } = fixture.cast
    const reader = await readerOf(ramon)
    const start = await lastId(ramon)
    const seen: number[] = []
    let writing = true
    const reading = (async () => {
      for (let after = start; ;) {
        const isLast = !writing
        const page = await readLiveEvents(fixture.services.db, reader, after, fixture.services.clock.now())
        if (page.is !== 'events') throw new Error(`the log is ${page.is}`)
        seen.push(...page.liveEvents.map(({ id }) => id))
        after = page.liveEvents.at(-1)?.id ?? after
        if (isLast && page.liveEvents.length === 0) return
      }
    })()
    const write = (i: number) =>
      inTransaction(fixture.services, async (tx) => {
        // Each locks its accounts in another order, and waits differently long between its writes and its commit.
        const both = i % 2 === 0 ? [ramon, olivia] : [olivia, ramon]
        await tx.selectFrom('account').select('id').where('id', '=', both[0]!.id).execute()
        recordLiveEvents(
          tx,
          both.flatMap(({ id: to }) =>
            Array.from({ length: 1 + (i % 3) }, () => ({
              to,
              kind: 'read' as const,
              detail: { threadId, upTo: i, mine: true },
            })),
          ),
        )
        return { ok: i % 10 !== 9 }
      })
    await Promise.all(
      Array.from({ length: 8 }, async (_, lane) => {
        for (let i = 0; i < 25; i++) await write(lane * 25 + i)
      }),
    )
    writing = false
    await reading
    const written = (await lastId(ramon)) - start
    expect(written).toBeGreaterThan(300)
    expect(seen).toEqual(Array.from({ length: written }, (_, i) => start + 1 + i))
  })

  it('has nothing of a refused change, and nothing is written outside of a change', async () => {
    const before = await lastId(fixture.cast.ramon)
    const detail = { threadId, upTo: 1, mine: true }
    await inTransaction(fixture.services, async (tx) => {
      recordLiveEvents(tx, [{ to: fixture.cast.ramon.id, kind: 'read', detail }])
      return { ok: false }
    })
    expect(await lastId(fixture.cast.ramon)).toBe(before)
    const trx = await fixture.services.db.startTransaction().execute()
    try {
      expect(() => recordLiveEvents(trx, [])).toThrow('inside `inTransaction`')
    } finally {
      await trx.rollback().execute()
    }
  })
})

describe('a stream', () => {
  it('sends both people each new message, and nobody else’s', async () => {
    const [mine, hers, theirs] = await Promise.all(
      [fixture.cast.ramon, fixture.cast.olivia, fixture.cast.katrina].map((who) => listen(who)),
    )
    const clientId = '0199a000-0000-7000-8000-00000000abcd'
    const { messageId } = await say(fixture.cast.ramon, 'Is it still free?', clientId)
    const [toHer] = await hers!.until('message')
    expect(toHer!.data).toMatchObject({
      threadId,
      mine: false,
      message: { id: messageId, sender: 'renter', body: 'Is it still free?', clientId: null },
    })
    const [toMe] = await mine!.until('message')
    expect(toMe!.data).toMatchObject({ mine: true, message: { id: messageId, clientId } })
    await vi.waitFor(
      async () =>
        expect((await hers!.until('counts')).at(-1)!.data).toMatchObject({ lastEventId: toHer!.id }),
      20_000,
    )
    expect(theirs!.of('message')).toEqual([])
  })

  it('tells both that a thread was read, once', async () => {
    const { messageId } = await say(fixture.cast.ramon, 'Have you seen this?')
    const [mine, hers] = await Promise.all(
      [fixture.cast.ramon, fixture.cast.olivia].map((who) => listen(who)),
    )
    const reads = () => markRead(by(fixture.services, fixture.cast.olivia), { threadId })
    accepted(await reads())
    accepted(await reads())
    expect((await mine!.until('read')).map(({ data }) => data)).toEqual([
      { threadId, upTo: messageId, mine: false },
    ])
    expect((await hers!.until('read')).map(({ data }) => data)).toEqual([
      { threadId, upTo: messageId, mine: true },
    ])
    // The counts are read when the stream opens, and again after the events.
    await vi.waitFor(
      async () => expect((await hers!.until('counts')).at(-1)!.data).toMatchObject({ messages: 0 }),
      20_000,
    )
  })

  it('tells both sides of each action on a rental, from the request on', async () => {
    const [mine, hers] = await Promise.all(
      [fixture.cast.katrina, fixture.cast.olivia].map((who) => listen(who)),
    )
    const { rentalId } = await people.rent(fixture.services, fixture.cast.katrina, [listingId])
    accepted(
      await takePartyAction(by(fixture.services, fixture.cast.olivia), { rentalId, action: 'approve' }),
    )
    for (const liveStream of [mine!, hers!])
      expect((await liveStream.until('rental', 2)).map(({ data }) => data)).toEqual([
        { rentalId, status: 'Pending' },
        { rentalId, status: 'Approved' },
      ])
  })

  it('resumes after its reader’s last event: the missed ones in order, then new ones, each once', async () => {
    const first = await listen(fixture.cast.olivia)
    await say(fixture.cast.ramon, 'one')
    const at = (await first.until('message'))[0]!.id!
    await first.stop()
    for (let i = 0; i < 250; i++) await say(fixture.cast.ramon, `away ${i}`)
    const second = await listen(fixture.cast.olivia, at)
    await say(fixture.cast.ramon, 'back')
    expect(bodies(await second.until('message', 251))).toEqual([
      ...Array.from({ length: 250 }, (_, i) => `away ${i}`),
      'back',
    ])
  })

  it('reports a reset when the missed events are deleted, or never existed', async () => {
    const { services, cast } = fixture
    await say(cast.ramon, 'before the holidays')
    const at = (await lastId(cast.olivia)) - 1
    const now = services.clock.now()
    services.clock.set(new Date(now.getTime() + 8 * 86_400_000))
    expect(await sweepOld(services, 'liveEvents')).toBeGreaterThan(0)
    services.clock.set(now)
    for (const after of [at, 999_999]) {
      const liveStream = await listen(cast.olivia, after)
      expect((await liveStream.until('reset'))[0]!.id).toBe(await lastId(cast.olivia))
      await say(cast.ramon, 'after the holidays')
      expect(bodies(await liveStream.until('message'))).toEqual(['after the holidays'])
      await liveStream.stop()
    }
  })

  it('finds events without an event notification', async () => {
    const deaf = inProcessEvents()
    await deaf.close()
    const liveStream = await listen(fixture.cast.olivia)
    accepted(
      await sendMessage(
        { ...by(fixture.services, fixture.cast.ramon), events: deaf },
        { to: { threadId }, text: 'Nobody was told' },
      ),
    )
    await new Promise((done) => setTimeout(done, 50))
    expect(liveStream.of('message')).toEqual([])
    await streams.heartbeat()
    expect(bodies(await liveStream.until('message'))).toEqual(['Nobody was told'])
    expect(liveStream.of('beat')).toHaveLength(1)
  })

  it('buffers little for a slow reader, disconnects one that reads nothing, and lets them resume', async () => {
    const after = await lastId(fixture.cast.olivia)
    const body = streams.open(await readerOf(fixture.cast.olivia), after)
    const reader = body.getReader()
    await reader.read()
    for (let i = 0; i < 120; i++) await say(fixture.cast.ramon, `${i} ${'long '.repeat(390)}`)
    let bytes = 0
    for (let i = 0; i < 3; i++) await streams.heartbeat()
    let ids: number[] = []
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes += read.value.byteLength
      const id = /^id: (\d+)\nevent: message/.exec(new TextDecoder().decode(read.value))?.[1]
      if (id) ids.push(Number(id))
    }
    // A page of the log is sent completely.
    expect(bytes).toBeLessThan(64 * 1024 + 100 * 2300)
    expect(ids.length).toBeGreaterThan(10)
    expect(ids.length).toBeLessThan(120)
    const liveStream = await listen(fixture.cast.olivia, ids.at(-1)!)
    ids = [...ids, ...(await liveStream.until('message', 120 - ids.length)).map(({ id }) => id!)]
    expect(ids).toEqual(Array.from({ length: 120 }, (_, i) => after + 1 + i))
  })

  it('ends with its session, before any further event', async () => {
    const { services, cast } = fixture
    const token = (await createSession(services, { id: cast.katrina.id, role: 'renter' }))!
    const session = await services.db
      .selectFrom('session')
      .select('id')
      .where('token', '=', token)
      .executeTakeFirstOrThrow()
    const liveStream = readStream(streams.open({ accountId: cast.katrina.id, sessionId: session.id }, null))
    open.push(liveStream)
    await liveStream.until('ready')
    await services.db.deleteFrom('session').where('id', '=', session.id).execute()
    await inTransaction(services, async (tx) => {
      const detail = { threadId, upTo: 1, mine: true }
      recordLiveEvents(tx, [{ to: cast.katrina.id, kind: 'read', detail }])
      return { ok: true }
    })
    expect((await liveStream.until('end'))[0]!.data).toEqual({ reason: 'session' })
    await liveStream.ended()
    expect(liveStream.of('read')).toEqual([])
  })

  it('ends within a heartbeat when a session ends without an event', async () => {
    const liveStream = await listen(fixture.cast.katrina)
    await liveStream.until('counts')
    const now = fixture.services.clock.now()
    fixture.services.clock.set(new Date(now.getTime() + 400 * 86_400_000))
    await streams.heartbeat()
    fixture.services.clock.set(now)
    expect((await liveStream.until('end'))[0]!.data).toEqual({ reason: 'session' })
  })

  it('is one of four: with the fifth, the oldest ends and is told not to come back', async () => {
    const all = []
    for (let i = 0; i < 5; i++) all.push(await listen(fixture.cast.ramon))
    expect((await all[0]!.until('end'))[0]!.data).toEqual({ reason: 'replaced' })
    await all[0]!.ended()
    expect(all.map((liveStream) => liveStream.isOver())).toEqual([
      true,
      ...Array.from({ length: 4 }, () => false),
    ])
  })

  it('asks readers to reconnect when the server stops, and none opens after that', async () => {
    const liveStream = await listen(fixture.cast.ramon)
    streams.close()
    await liveStream.ended()
    expect(liveStream.of('end').map(({ data }) => data)).toEqual([{ reason: 'stopping' }])
    expect(liveStream.retryMs()).toBeGreaterThanOrEqual(500)
    const late = await listen(fixture.cast.ramon, 0)
    await late.ended()
    expect(late.of('end')).toHaveLength(1)
  })
})

it('what is unread is counted from the threads with something unread, however many there are', async () => {
  const { cast, services, database } = fixture
  const before = (await readFrame(services.db, cast.olivia.id)).counts.messages
  await say(cast.ramon, 'One more')
  expect((await readFrame(services.db, cast.olivia.id)).counts.messages).toBe(before + 1)
  const plans = await plansOf(database.connection, () => readFrame(services.db, cast.olivia.id))
  expect(plans).toMatch(/thread_renter_unread_idx/)
  expect(plans).toMatch(/thread_owner_unread_idx/)
  expect(plans).not.toMatch(/Seq Scan on thread|thread_(renter|owner)_idx/)
})

describe('a message that is sent again', () => {
  it('is stored once, whatever happened to the first answer, and does not count for the limit again', async () => {
    const clientId = '0199a000-0000-7000-8000-00000000beef'
    const sent = await Promise.all(Array.from({ length: 5 }, () => say(fixture.cast.ramon, 'Once', clientId)))
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
    const { n } = await fixture.services.db
      .selectFrom('message')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('body', '=', 'Once')
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(1)
  })

  it('is another message with another text or writer', async () => {
    const clientId = '0199a000-0000-7000-8000-00000000cafe'
    const ids = [
      await say(fixture.cast.ramon, 'First', clientId),
      await say(fixture.cast.ramon, 'Second', clientId),
      await say(fixture.cast.olivia, 'First', clientId),
    ].map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(3)
  })
})
