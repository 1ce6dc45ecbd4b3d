import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from './connection.ts'
import { type LiveEvent, newsIdOf } from './news.ts'

/** A server with a log, and whoever reads it as a browser does. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static readonly OPEN = 1
  static all: Stream[] = []
  static lastId = 0
  static keptAfter = 0
  static status = 200
  static open = () => Stream.all.filter(({ readyState }) => readyState === Stream.OPEN)
  readyState = 0
  after: number
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    this.after = Number(new URL(url, 'http://site').searchParams.get('after'))
    Stream.all.push(this)
    queueMicrotask(() => {
      if (this.readyState === Stream.CLOSED) return
      if (Stream.status !== 200) return this.fail(Stream.CLOSED)
      this.readyState = Stream.OPEN
      this.say('ready', {})
      this.read()
    })
  }
  static write() {
    Stream.lastId++
    for (const stream of Stream.open()) stream.read()
  }
  read() {
    if (this.after < Stream.keptAfter) {
      this.after = Stream.lastId
      this.say('reset', {}, this.after)
    }
    while (this.after < Stream.lastId) this.say('rental', { rentalId: 'r' }, ++this.after)
  }
  say(kind: string, data: unknown, id?: number) {
    const lastEventId = id === undefined ? '' : String(id)
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data), lastEventId }))
  }
  fail(readyState: number) {
    this.readyState = readyState
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = Stream.CLOSED
  }
}

let account = 0
let page: EventTarget & { visibilityState?: string }
const tabs: (() => void)[] = []

beforeEach(() => {
  account++
  page = new EventTarget()
  const view = Object.assign(new EventTarget(), { setTimeout, clearTimeout, setInterval, clearInterval })
  vi.stubGlobal('window', Object.assign(view, { BroadcastChannel }))
  vi.stubGlobal('document', page)
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', async () => new Response(null, { status: Stream.status }))
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true, writable: true })
  Object.assign(Stream, { all: [], lastId: 0, keptAfter: 0, status: 200 })
})
afterEach(() => {
  for (const end of tabs.splice(0)) end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab of the browser, whose page was read when `after` was the last news. */
function tab(after = 0) {
  const heard: LiveEvent[] = []
  const { resume, end } = connect(`account-${account}`, after, (event) => heard.push(event))
  tabs.push(end)
  const ids = () => heard.map((event) => newsIdOf(event) ?? event.kind)
  return {
    end,
    resume,
    ids,
    hears: (...wanted: unknown[]) => vi.waitFor(() => expect(ids()).toEqual(wanted), 20_000),
  }
}
const oneLeads = () => vi.waitFor(() => expect(Stream.open()).toHaveLength(1), 20_000)

describe('the tabs of a browser', () => {
  it('share one stream, and each hears everything once and in order', async () => {
    const all = [tab(), tab(), tab()]
    await oneLeads()
    for (let i = 0; i < 3; i++) Stream.write()
    for (const each of all) await each.hears(1, 2, 3)
    expect(Stream.all).toHaveLength(1)
  })

  it('read on when the one that leads is closed', async () => {
    const first = tab()
    await oneLeads()
    const second = tab()
    Stream.write()
    await second.hears(1)
    first.end()
    Stream.write()
    await oneLeads()
    Stream.write()
    await second.hears(1, 2, 3)
    await first.hears(1)
  })

  it('tell one that was read earlier what came since, and what was before they began', async () => {
    Stream.lastId = 5
    const first = tab(5)
    await oneLeads()
    Stream.write()
    await first.hears(6)
    const second = tab(6)
    const third = tab(2)
    await third.hears(3, 4, 5, 6)
    Stream.write()
    await first.hears(6, 7)
    await second.hears(7)
    await third.hears(3, 4, 5, 6, 7)
  })

  it('take the lead from one that does not answer', async () => {
    const asleep = new AbortController()
    // Another tab holds the lock and never says a word.
    void navigator.locks
      .request(
        `hiram-live:account-${account}`,
        () =>
          new Promise<void>((done) => {
            asleep.signal.addEventListener('abort', () => done())
          }),
      )
      .catch(() => {})
    const awake = tab()
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(Stream.open()).toHaveLength(1), 20_000)
    Stream.write()
    await awake.hears(1)
    asleep.abort()
  })

  it('each have a stream where the browser has no locks', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    const [first, second] = [tab(), tab()]
    await vi.waitFor(() => expect(Stream.open()).toHaveLength(2), 20_000)
    Stream.write()
    await first.hears(1)
    await second.hears(1)
  })

  it('say nothing any more, none of them, once nobody is logged in', async () => {
    const all = [tab(), tab()]
    await oneLeads()
    Stream.open()[0]!.say('end', { reason: 'session' })
    await vi.waitFor(() => expect(Stream.open()).toHaveLength(0), 20_000)
    for (const wakeUp of ['online', 'focus']) window.dispatchEvent(new Event(wakeUp))
    await new Promise((done) => setTimeout(done, 700))
    expect(Stream.all).toHaveLength(1)
    expect(all.flatMap(({ ids }) => ids())).toEqual([])
  })

  it('read on where they stopped once the account is logged in again', async () => {
    const [first, second] = [tab(), tab()]
    await oneLeads()
    Stream.open()[0]!.say('end', { reason: 'session' })
    await vi.waitFor(() => expect(Stream.open()).toHaveLength(0), 20_000)
    Stream.write()
    first.resume()
    await first.hears(1)
    page.dispatchEvent(new Event('visibilitychange'))
    await second.hears(1)
    first.resume()
    await oneLeads()
  })

  it('give the stream back while the browser keeps their page to go back to, and read on when it is shown', async () => {
    const only = tab()
    await oneLeads()
    window.dispatchEvent(new Event('pagehide'))
    expect(Stream.open()).toHaveLength(0)
    Stream.write()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await only.hears(1)
  })
})

describe('a connection', () => {
  const clockOf = () =>
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  async function connected() {
    clockOf()
    Object.assign(window, { setTimeout, clearTimeout, setInterval, clearInterval })
    vi.stubGlobal('navigator', { onLine: true })
    const only = tab()
    await vi.advanceTimersByTimeAsync(0)
    expect(Stream.open()).toHaveLength(1)
    return only
  }

  it('that broke is opened again after the last news, ever more slowly', async () => {
    const only = await connected()
    Stream.write()
    Stream.open()[0]!.fail(0)
    Stream.write()
    await vi.advanceTimersByTimeAsync(1000)
    expect(only.ids()).toEqual([1, 2])
    expect(Stream.all.map(({ url }) => new URL(url, 'http://site').searchParams.get('after'))).toEqual([
      '0',
      '1',
    ])
    Stream.status = 502
    Stream.open()[0]!.fail(0)
    await vi.advanceTimersByTimeAsync(60_000)
    const tries = Stream.all.length
    expect(tries).toBeGreaterThan(5)
    expect(tries).toBeLessThan(14)
    Stream.status = 200
    Stream.write()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(only.ids()).toEqual([1, 2, 3])
  })

  it('that says nothing for most of a minute has died in silence', async () => {
    const only = await connected()
    const [dead] = Stream.open()
    dead!.read = () => {}
    Stream.write()
    await vi.advanceTimersByTimeAsync(30_000)
    dead!.say('beat', {})
    await vi.advanceTimersByTimeAsync(45_000)
    expect(only.ids()).toEqual([])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(only.ids()).toEqual([1])
    expect(Stream.open()).toHaveLength(1)
  })

  it('is looked at when the laptop wakes, not half a minute later', async () => {
    const only = await connected()
    Stream.open()[0]!.read = () => {}
    Stream.write()
    vi.setSystemTime(Date.now() + 3_600_000)
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(only.ids()).toEqual([1])
  })

  it('waits for the network, and is back with it', async () => {
    const only = await connected()
    Object.assign(navigator, { onLine: false })
    Stream.open()[0]!.fail(0)
    Stream.write()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(Stream.all).toHaveLength(1)
    Object.assign(navigator, { onLine: true })
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(only.ids()).toEqual([1])
  })

  it('that is refused for want of a log-in is given up', async () => {
    await connected()
    Stream.status = 401
    Stream.open()[0]!.fail(0)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(Stream.all).toHaveLength(2)
  })

  it('whose news is not kept any more says so, and goes on from there', async () => {
    const only = await connected()
    Stream.open()[0]!.fail(0)
    Object.assign(Stream, { lastId: 40, keptAfter: 30 })
    await vi.advanceTimersByTimeAsync(1000)
    Stream.write()
    expect(only.ids()).toEqual(['reset', 41])
  })
})
