import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from './connection.ts'
import { type StreamEvent, eventIdOf } from './live-events.ts'

/** A server with a log, and its readers as in a browser. */
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
  vi.stubGlobal('window', view)
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

/** A tab of the browser, whose page was read when `after` was the last live event. */
function tab(after = 0) {
  const received: StreamEvent[] = []
  const otherAccountLoggedIn = vi.fn()
  const { resume, end } = connect(
    `account-${account}`,
    after,
    (event) => received.push(event),
    otherAccountLoggedIn,
  )
  tabs.push(end)
  const ids = () => received.map((event) => eventIdOf(event) ?? event.kind)
  return {
    end,
    resume,
    otherAccountLoggedIn,
    ids,
    receives: (...wanted: unknown[]) => vi.waitFor(() => expect(ids()).toEqual(wanted), 20_000),
  }
}
const streams = (count: number) => vi.waitFor(() => expect(Stream.open()).toHaveLength(count), 20_000)
/** Someone looks at the tabs, or at something else. */
function show(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

describe('the tabs of a browser', () => {
  it('each hear everything once and in order while they are visible', async () => {
    const all = [tab(), tab(), tab()]
    await streams(3)
    for (let i = 0; i < 3; i++) Stream.write()
    for (const each of all) await each.receives(1, 2, 3)
    expect(Stream.all).toHaveLength(3)
  })

  it('have no stream while they are hidden, and read on where they stopped when they are shown', async () => {
    const all = [tab(), tab()]
    await streams(2)
    Stream.write()
    for (const each of all) await each.receives(1)
    show('hidden')
    expect(Stream.open()).toEqual([])
    Stream.write()
    for (const wakeUp of ['online', 'focus', 'pageshow']) window.dispatchEvent(new Event(wakeUp))
    await new Promise((done) => setTimeout(done, 700))
    expect(Stream.all).toHaveLength(2)
    show('visible')
    for (const each of all) await each.receives(1, 2)
    Stream.write()
    for (const each of all) await each.receives(1, 2, 3)
    expect(Stream.all).toHaveLength(4)
  })

  it('that were opened in the background have no stream before they are shown', async () => {
    show('hidden')
    const only = tab(2)
    Stream.lastId = 4
    expect(Stream.all).toEqual([])
    show('visible')
    await only.receives(3, 4)
  })

  it('read on when another is closed', async () => {
    const [first, second] = [tab(), tab()]
    await streams(2)
    Stream.write()
    for (const each of [first, second]) await each.receives(1)
    first.end()
    await streams(1)
    Stream.write()
    await second.receives(1, 2)
    await first.receives(1)
  })

  it('hear what came since they were read', async () => {
    Stream.lastId = 5
    const first = tab(5)
    await streams(1)
    Stream.write()
    await first.receives(6)
    const [second, third] = [tab(6), tab(2)]
    await third.receives(3, 4, 5, 6)
    Stream.write()
    await first.receives(6, 7)
    await second.receives(7)
    await third.receives(3, 4, 5, 6, 7)
  })

  it('open one stream each, however many events wake them at once', async () => {
    tab()
    for (const wakeUp of ['pageshow', 'focus', 'online']) window.dispatchEvent(new Event(wakeUp))
    show('visible')
    await streams(1)
    expect(Stream.all).toHaveLength(1)
  })

  it('whose stream was ended as one of too many have one again once someone uses their window', async () => {
    const only = tab()
    await streams(1)
    Stream.open()[0]!.say('end', { reason: 'replaced' })
    await streams(0)
    Stream.write()
    window.dispatchEvent(new Event('focus'))
    await only.receives(1)
  })

  it('receive nothing any more once nobody is logged in', async () => {
    const all = [tab(), tab()]
    await streams(2)
    for (const stream of Stream.open()) stream.say('end', { reason: 'session' })
    await streams(0)
    for (const wakeUp of ['online', 'focus']) window.dispatchEvent(new Event(wakeUp))
    await new Promise((done) => setTimeout(done, 700))
    expect(Stream.all).toHaveLength(2)
    expect(all.flatMap(({ ids }) => ids())).toEqual([])
  })

  it('continue after the last event once the account is logged in again', async () => {
    const [first, second] = [tab(), tab()]
    await streams(2)
    for (const stream of Stream.open()) stream.say('end', { reason: 'session' })
    await streams(0)
    Stream.write()
    first.resume()
    await first.receives(1)
    expect(second.ids()).toEqual([])
    show('visible')
    await second.receives(1)
    first.resume()
    await streams(2)
    expect(Stream.all).toHaveLength(4)
  })

  it('close the stream while the page is in the back/forward cache, and continue when it is shown', async () => {
    const only = tab()
    await streams(1)
    window.dispatchEvent(new Event('pagehide'))
    expect(Stream.open()).toHaveLength(0)
    Stream.write()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await only.receives(1)
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

  // Spec: D27
  it('that broke is opened again after the last live event, ever more slowly', async () => {
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

  it('without data for most of a minute counts as lost', async () => {
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

  it('is checked when the laptop wakes, not half a minute later', async () => {
    const only = await connected()
    Stream.open()[0]!.read = () => {}
    Stream.write()
    vi.setSystemTime(Date.now() + 3_600_000)
    page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(only.ids()).toEqual([1])
  })

  it('waits for the network, and reconnects when it is back', async () => {
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

  it('that is refused without a log-in is given up', async () => {
    await connected()
    Stream.status = 401
    Stream.open()[0]!.fail(0)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(Stream.all).toHaveLength(2)
  })

  it.each([
    ['other-account', 1],
    ['other-site', 0],
  ])(
    'that is refused with 403 and the code %s is given up, and calls for a reload %i times',
    async (code, times) => {
      const only = await connected()
      Stream.status = 403
      vi.stubGlobal('fetch', async () => Response.json({ error: { code } }, { status: 403 }))
      Stream.open()[0]!.fail(0)
      await vi.advanceTimersByTimeAsync(600_000)
      expect(Stream.all).toHaveLength(2)
      expect(only.otherAccountLoggedIn).toHaveBeenCalledTimes(times)
    },
  )

  it('whose missed events are deleted reports a reset, and continues from there', async () => {
    const only = await connected()
    Stream.open()[0]!.fail(0)
    Object.assign(Stream, { lastId: 40, keptAfter: 30 })
    await vi.advanceTimersByTimeAsync(1000)
    Stream.write()
    expect(only.ids()).toEqual(['reset', 41])
  })
})
