import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inProcessEvents } from '#gateways/events/in-process.ts'
import { accepted } from '#seeds/act.ts'
import * as people from '#tests/support/people.ts'
import { by } from '#tests/support/services.ts'
import { hear } from '#tests/support/stream.ts'
import { withServices } from '#tests/support/with-services.ts'
import { markRead } from '../chat/mark-read.ts'
import { sendMessage } from '../chat/send-message.ts'
import { recordNews } from '../news.ts'
import { changing } from '../record.ts'
import { takeStep } from '../rental/take-step.ts'
import { readCounts, readNews, type Reader } from './queries.ts'
import { openStreams, type Streams } from './streams.ts'
import { sweepNews } from './sweep-news.ts'

const town = withServices(['ramon', 'katrina', 'olivia', 'amihan'], {
  limits: { messages: { points: 5000, seconds: 60 } },
})

let streams: Streams
let listingId: string
let threadId: string
beforeAll(async () => {
  const { olivia, amihan, ramon } = town.cast
  listingId = await people.listApproved(town.services, { owner: olivia, admin: amihan })
  threadId = accepted(
    await sendMessage(by(town.services, ramon), { to: { listingId }, text: 'Hello' }),
  ).threadId
})
beforeEach(() => (streams = openStreams(town.services)))
const open: ReturnType<typeof hear>[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.stop()
  streams.close()
})

async function readerOf(person: people.Person): Promise<Reader> {
  const { id } = await town.services.db
    .selectFrom('session')
    .select('id')
    .where('userId', '=', person.id)
    .orderBy('createdAt')
    .executeTakeFirstOrThrow()
  return { accountId: person.id, sessionId: id }
}
async function listen(person: people.Person, after: number | null = null) {
  const ears = hear(streams.open(await readerOf(person), after))
  open.push(ears)
  await ears.until('ready')
  return ears
}
const say = async (person: people.Person, text: string, clientId?: string) =>
  accepted(await sendMessage(by(town.services, person), { to: { threadId }, text, clientId }))
const lastId = async (person: people.Person) => (await readCounts(town.services.db, person.id)).newsId
const bodies = (events: { data: Record<string, unknown> }[]) =>
  events.map(({ data }) => (data.message as { body: string }).body)

describe('the log of an account', () => {
  it('has no gaps, and shows nothing after something later, however many write at once', async () => {
    const { ramon, olivia } = town.cast
    const reader = await readerOf(ramon)
    const start = await lastId(ramon)
    const seen: number[] = []
    let writing = true
    const reading = (async () => {
      for (let after = start; ;) {
        const isLast = !writing
        const page = await readNews(town.services.db, reader, after, town.services.clock.now())
        if (page.is !== 'news') throw new Error(`the log is ${page.is}`)
        seen.push(...page.news.map(({ id }) => id))
        after = page.news.at(-1)?.id ?? after
        if (isLast && page.news.length === 0) return
      }
    })()
    const write = (i: number) =>
      changing(town.services, async (tx) => {
        // Each knows its accounts in another order, and takes another time between its writes and its commit.
        const both = i % 2 === 0 ? [ramon, olivia] : [olivia, ramon]
        await tx.selectFrom('account').select('id').where('id', '=', both[0]!.id).execute()
        recordNews(
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

  it('holds nothing of a change that was refused, nor is anything noted outside of one', async () => {
    const before = await lastId(town.cast.ramon)
    const detail = { threadId, upTo: 1, mine: true }
    await changing(town.services, async (tx) => {
      recordNews(tx, [{ to: town.cast.ramon.id, kind: 'read', detail }])
      return { ok: false }
    })
    expect(await lastId(town.cast.ramon)).toBe(before)
    const trx = await town.services.db.startTransaction().execute()
    expect(() => recordNews(trx, [])).toThrow('inside `changing`')
    await trx.rollback().execute()
  })
})

describe('a stream', () => {
  it('tells both people of a message as it is sent, and of nobody else’s', async () => {
    const [mine, hers, theirs] = await Promise.all(
      [town.cast.ramon, town.cast.olivia, town.cast.katrina].map((who) => listen(who)),
    )
    const clientId = '0199a000-0000-7000-8000-00000000abcd'
    const { messageId } = await say(town.cast.ramon, 'Is it still free?', clientId)
    const [toHer] = await hers!.until('message')
    expect(toHer!.data).toMatchObject({
      threadId,
      mine: false,
      message: { id: messageId, sender: 'renter', body: 'Is it still free?', clientId: null },
    })
    const [toMe] = await mine!.until('message')
    expect(toMe!.data).toMatchObject({ mine: true, message: { id: messageId, clientId } })
    await vi.waitFor(
      async () => expect((await hers!.until('counts')).at(-1)!.data).toMatchObject({ newsId: toHer!.id }),
      20_000,
    )
    expect(theirs!.of('message')).toEqual([])
  })

  it('tells both that a thread was read, once', async () => {
    const { messageId } = await say(town.cast.ramon, 'Have you seen this?')
    const [mine, hers] = await Promise.all([town.cast.ramon, town.cast.olivia].map((who) => listen(who)))
    const reads = () => markRead(by(town.services, town.cast.olivia), { threadId })
    accepted(await reads())
    accepted(await reads())
    expect((await mine!.until('read')).map(({ data }) => data)).toEqual([
      { threadId, upTo: messageId, mine: false },
    ])
    expect((await hers!.until('read')).map(({ data }) => data)).toEqual([
      { threadId, upTo: messageId, mine: true },
    ])
    // Counted once when the stream opened, and again after what was read.
    await vi.waitFor(
      async () => expect((await hers!.until('counts')).at(-1)!.data).toMatchObject({ messages: 0 }),
      20_000,
    )
  })

  it('tells both sides of each step of a rental, from the request on', async () => {
    const [mine, hers] = await Promise.all([town.cast.katrina, town.cast.olivia].map((who) => listen(who)))
    const { rentalId } = await people.rent(town.services, town.cast.katrina, [listingId])
    accepted(await takeStep(by(town.services, town.cast.olivia), { rentalId, action: 'approve' }))
    for (const ears of [mine!, hers!])
      expect((await ears.until('rental', 2)).map(({ data }) => data)).toEqual([
        { rentalId, status: 'Pending' },
        { rentalId, status: 'Approved' },
      ])
  })

  it('resumes after what its reader heard last: the rest in order, then what comes, each once', async () => {
    const first = await listen(town.cast.olivia)
    await say(town.cast.ramon, 'one')
    const at = (await first.until('message'))[0]!.id!
    await first.stop()
    for (let i = 0; i < 250; i++) await say(town.cast.ramon, `away ${i}`)
    const second = await listen(town.cast.olivia, at)
    await say(town.cast.ramon, 'back')
    expect(bodies(await second.until('message', 251))).toEqual([
      ...Array.from({ length: 250 }, (_, i) => `away ${i}`),
      'back',
    ])
  })

  it('says so when what its reader missed is no longer kept, or was never there', async () => {
    const { services, cast } = town
    await say(cast.ramon, 'before the holidays')
    const at = (await lastId(cast.olivia)) - 1
    const now = services.clock.now()
    services.clock.set(new Date(now.getTime() + 8 * 86_400_000))
    expect(await sweepNews(services)).toBeGreaterThan(0)
    services.clock.set(now)
    for (const after of [at, 999_999]) {
      const ears = await listen(cast.olivia, after)
      expect((await ears.until('reset'))[0]!.id).toBe(await lastId(cast.olivia))
      await say(cast.ramon, 'after the holidays')
      expect(bodies(await ears.until('message'))).toEqual(['after the holidays'])
      await ears.stop()
    }
  })

  it('finds by itself what no hint told it of', async () => {
    const deaf = inProcessEvents()
    await deaf.close()
    const ears = await listen(town.cast.olivia)
    accepted(
      await sendMessage(
        { ...by(town.services, town.cast.ramon), events: deaf },
        { to: { threadId }, text: 'Nobody was told' },
      ),
    )
    await new Promise((done) => setTimeout(done, 50))
    expect(ears.of('message')).toEqual([])
    await streams.beat()
    expect(bodies(await ears.until('message'))).toEqual(['Nobody was told'])
    expect(ears.of('beat')).toHaveLength(1)
  })

  it('keeps little for a reader who is slow, gives up one who takes nothing, and lets them resume', async () => {
    const after = await lastId(town.cast.olivia)
    const body = streams.open(await readerOf(town.cast.olivia), after)
    const reader = body.getReader()
    await reader.read()
    for (let i = 0; i < 120; i++) await say(town.cast.ramon, `${i} ${'long '.repeat(390)}`)
    let bytes = 0
    for (let i = 0; i < 3; i++) await streams.beat()
    let ids: number[] = []
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes += read.value.byteLength
      const id = /^id: (\d+)\nevent: message/.exec(new TextDecoder().decode(read.value))?.[1]
      if (id) ids.push(Number(id))
    }
    // A page of the log is handed on whole.
    expect(bytes).toBeLessThan(64 * 1024 + 100 * 2300)
    expect(ids.length).toBeGreaterThan(10)
    expect(ids.length).toBeLessThan(120)
    const ears = await listen(town.cast.olivia, ids.at(-1)!)
    ids = [...ids, ...(await ears.until('message', 120 - ids.length)).map(({ id }) => id!)]
    expect(ids).toEqual(Array.from({ length: 120 }, (_, i) => after + 1 + i))
  })

  it('ends with its session, before anything else is told', async () => {
    const { services, cast } = town
    const session = await services.auth.$context.then(({ internalAdapter }) =>
      internalAdapter.createSession(cast.katrina.id),
    )
    const ears = hear(streams.open({ accountId: cast.katrina.id, sessionId: session.id }, null))
    open.push(ears)
    await ears.until('ready')
    await services.db.deleteFrom('session').where('id', '=', session.id).execute()
    await changing(services, async (tx) => {
      const detail = { threadId, upTo: 1, mine: true }
      recordNews(tx, [{ to: cast.katrina.id, kind: 'read', detail }])
      return { ok: true }
    })
    expect((await ears.until('end'))[0]!.data).toEqual({ reason: 'session' })
    await ears.ended()
    expect(ears.of('read')).toEqual([])
  })

  it('ends within a beat when a session ends and nothing happens', async () => {
    const ears = await listen(town.cast.katrina)
    await ears.until('counts')
    const now = town.services.clock.now()
    town.services.clock.set(new Date(now.getTime() + 400 * 86_400_000))
    await streams.beat()
    town.services.clock.set(now)
    expect((await ears.until('end'))[0]!.data).toEqual({ reason: 'session' })
  })

  it('is one of six: with the seventh, the oldest ends and is told not to come back', async () => {
    const all = []
    for (let i = 0; i < 7; i++) all.push(await listen(town.cast.ramon))
    expect((await all[0]!.until('end'))[0]!.data).toEqual({ reason: 'replaced' })
    await all[0]!.ended()
    expect(all.map((ears) => ears.isOver())).toEqual([true, ...Array.from({ length: 6 }, () => false)])
  })

  it('ends politely when the server stops, and none opens after that', async () => {
    const ears = await listen(town.cast.ramon)
    streams.close()
    await ears.ended()
    expect(ears.of('end').map(({ data }) => data)).toEqual([{ reason: 'stopping' }])
    expect(ears.retryMs()).toBeGreaterThanOrEqual(500)
    const late = await listen(town.cast.ramon, 0)
    await late.ended()
    expect(late.of('end')).toHaveLength(1)
  })
})

describe('a message that is sent again', () => {
  it('is written once, whatever became of the first answer, and takes nothing of the limit', async () => {
    const clientId = '0199a000-0000-7000-8000-00000000beef'
    const sent = await Promise.all(Array.from({ length: 5 }, () => say(town.cast.ramon, 'Once', clientId)))
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
    const { n } = await town.services.db
      .selectFrom('message')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('body', '=', 'Once')
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(1)
  })

  it('is another one when its text is another, or its writer', async () => {
    const clientId = '0199a000-0000-7000-8000-00000000cafe'
    const ids = [
      await say(town.cast.ramon, 'First', clientId),
      await say(town.cast.ramon, 'Second', clientId),
      await say(town.cast.olivia, 'First', clientId),
    ].map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(3)
  })
})
