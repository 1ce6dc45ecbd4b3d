import { beforeEach, expect, it, vi } from 'vitest'
import { v7 as newKey } from 'uuid'
import { FakeCacheStorage } from '#tests/support/cache-storage.ts'
import { openKeptPhotos } from './kept-photos.ts'
import { photoQueue, type UploadState } from './photo-queue.ts'

const photo = { id: 'a', width: 9, height: 6, widths: [9], thumbhash: '' }
const chosen = () => ({ key: newKey(), name: 'front.jpg', file: new Blob(['jpeg'], { type: 'image/jpeg' }) })
const refused = (status: number, code: string) => ({ status, body: { error: { code, message: `${code}.` } } })
const sent = { status: 200, body: { photo } }

/** What of an XMLHttpRequest is used; `answer` is what the site does. */
class Request {
  static all: Request[] = []
  upload = {}
  timeout = 0
  status = 0
  responseText = ''
  headers = new Map<string, string>()
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  waitSeconds: string | null = null
  getResponseHeader() {
    return this.waitSeconds
  }
  send() {
    Request.all.push(this)
  }
  abort() {
    this.onabort()
  }
  answer({ status, body }: { status: number; body: unknown }) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.onload()
  }
}

let storage: FakeCacheStorage
let states: [key: string, state: UploadState['is']][]
let onLine: EventTarget
beforeEach(() => {
  storage = new FakeCacheStorage()
  states = []
  onLine = new EventTarget()
  Request.all = []
  vi.stubGlobal('caches', storage)
  vi.stubGlobal('XMLHttpRequest', Request)
  vi.stubGlobal('addEventListener', onLine.addEventListener.bind(onLine))
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

function started() {
  const queue = photoQueue({
    purpose: 'timeline',
    kept: openKeptPhotos('check'),
    onState: ({ key }, { is }) => void (states.at(-1)?.join() === [key, is].join() || states.push([key, is])),
    onLost: () => {},
  })
  return { ...queue, leave: queue.start() }
}
const asked = (count: number) => vi.waitFor(() => expect(Request.all).toHaveLength(count))
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))
const keptKeys = async () => (await openKeptPhotos('check').read([])).map(({ key }) => key)

it('sends photos one after the other; one that got no answer again after the others, under its key', async () => {
  const queue = started()
  const [first, second] = [chosen(), chosen()]
  await queue.add(first)
  await queue.add(second)
  await asked(1)
  Request.all[0]!.onerror()
  await settled()
  expect(Request.all).toHaveLength(1)
  onLine.dispatchEvent(new Event('online'))
  await asked(2)
  Request.all[1]!.answer(sent)
  await asked(3)
  Request.all[2]!.answer(sent)
  await vi.waitFor(() => expect(states.at(-1)).toEqual([first.key, 'ready']))
  const keys = Request.all.map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toEqual([first.key, second.key, first.key])
  const kept = await vi.waitFor(async () => {
    const photos = await openKeptPhotos('check').read([])
    expect(photos.map((each) => each.photo)).toEqual([photo, photo])
    return photos
  })
  expect(kept.map(({ key }) => key)).toEqual([first.key, second.key])
})

it('tries at once when someone asks for it, whichever photo waits', async () => {
  const queue = started()
  await queue.add(chosen())
  await asked(1)
  Request.all[0]!.onerror()
  await settled()
  queue.wake()
  await asked(2)
  queue.leave()
})

// Spec: S9.18
it('gives a photo up after ten minutes without an answer, but not while the browser is offline', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const queue = started()
  const one = chosen()
  await queue.add(one)
  let requests = 0
  const lose = async (minutes: number) => {
    await asked(++requests)
    vi.setSystemTime(Date.now() + minutes * 60_000)
    Request.all.at(-1)!.onerror()
    await settled()
    onLine.dispatchEvent(new Event('online'))
  }
  vi.stubGlobal('navigator', { onLine: false })
  for (let i = 0; i < 20; i++) await lose(5)
  vi.stubGlobal('navigator', { onLine: true })
  // The phone slept for an hour: that alone is no reason.
  await lose(60)
  for (let i = 0; i < 3; i++) await lose(1)
  await asked(requests + 1)
  expect(states.at(-1)).toEqual([one.key, 'sending'])
  await lose(1)
  expect(states.at(-1)).toEqual([one.key, 'failed'])
  await settled()
  expect([Request.all.length, await keptKeys()]).toEqual([requests, [one.key]])
  queue.send(one)
  await asked(requests + 1)
  Request.all.at(-1)!.answer(sent)
  await vi.waitFor(() => expect(states.at(-1)).toEqual([one.key, 'ready']))
})

it('tells at once that too many photos were sent, when the wait would be long', async () => {
  const queue = started()
  const one = chosen()
  await queue.add(one)
  await asked(1)
  Request.all[0]!.waitSeconds = '3600'
  Request.all[0]!.answer(refused(429, 'too-many'))
  await vi.waitFor(() => expect(states.at(-1)).toEqual([one.key, 'failed']))
  expect(await keptKeys()).toEqual([one.key])
})

it('keeps a photo that a session has ended for, and none that the site can’t read', async () => {
  const queue = started()
  const photos = [chosen(), chosen(), chosen()]
  for (const each of photos) await queue.add(each)
  for (const [i, answer] of [
    refused(401, 'login'),
    refused(422, 'unreadable'),
    refused(413, 'too-large'),
  ].entries()) {
    await asked(i + 1)
    Request.all[i]!.answer(answer)
  }
  await vi.waitFor(() => expect(states.at(-1)).toEqual([photos[2]!.key, 'failed']))
  await vi.waitFor(async () => expect(await keptKeys()).toEqual([photos[0]!.key]))
})

it('neither sends nor keeps a photo that is removed, whenever that is', async () => {
  const queue = started()
  const [early, meanwhile, late] = [chosen(), chosen(), chosen()]
  queue.remove(early.key)
  await queue.add(early)
  const adding = queue.add(meanwhile)
  queue.remove(meanwhile.key)
  await adding
  await settled()
  expect(Request.all).toEqual([])
  await queue.add(late)
  await asked(1)
  queue.remove(late.key)
  Request.all[0]!.answer(sent)
  await settled()
  expect(await keptKeys()).toEqual([])
  expect(states).toEqual([[late.key, 'sending']])
})

it('sends nothing once the page is left, and keeps what was chosen before', async () => {
  const queue = started()
  const [first, second] = [chosen(), chosen()]
  await queue.add(first)
  await asked(1)
  Request.all[0]!.onerror()
  await settled()
  queue.leave()
  await queue.add(second)
  onLine.dispatchEvent(new Event('online'))
  await settled()
  expect(Request.all).toHaveLength(1)
  expect(await keptKeys()).toEqual([first.key, second.key])
})
