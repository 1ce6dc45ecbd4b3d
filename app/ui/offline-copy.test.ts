import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeCacheStorage } from '#tests/support/cache-storage.ts'
import { dropCopy } from './keep-copy.ts'
import { dropCopies, hasCopy } from './offline-copy.ts'

const STORE = 'handover-copies'
const worker = await readFile(new URL('../../public/handover.js', import.meta.url), 'utf8')
const daysAgo = (days: number) => ({ date: new Date(Date.now() - days * 24 * 3_600_000).toUTCString() })

let storage: FakeCacheStorage
beforeEach(() => {
  storage = new FakeCacheStorage()
  vi.stubGlobal('caches', storage)
  vi.stubGlobal('navigator', { serviceWorker: {} })
  return () => vi.unstubAllGlobals()
})
const keep = async (path: string, days = 0) =>
  (await storage.open(STORE)).put(path, new Response('copy', { headers: daysAgo(days) }))
const denied = () => Promise.reject(new Error('denied'))

it('knows the copies of three days, and deletes one or all', async () => {
  await keep('/handover/a', 2.9)
  await keep('/handover/b')
  await keep('/handover/old', 3.1)
  expect(await Promise.all(['a', 'b', 'old', 'c'].map((id) => hasCopy(`/handover/${id}`)))).toEqual([
    true,
    true,
    false,
    false,
  ])
  await dropCopy('/handover/a')
  expect(storage.paths()).toEqual(['/handover/b', '/handover/old'])
  await dropCopies()
  expect(storage.paths()).toEqual([])
})

it('has no copy where storage is forbidden, and says nothing', async () => {
  vi.stubGlobal('caches', { open: denied, match: denied, delete: denied })
  await dropCopy('/handover/a')
  await dropCopies()
  expect(await hasCopy('/handover/a')).toBe(false)
})

describe('the service worker', () => {
  type Listener = (event: object) => void
  /** The text of the worker's answer to someone who opens an address, when the site answers with `answered`. */
  async function opened(path: string, answered: () => Promise<Response>): Promise<string> {
    const listeners = new Map<string, Listener>()
    const self = { addEventListener: (type: string, listener: Listener) => listeners.set(type, listener) }
    new Function('self', 'caches', 'fetch', worker)(self, caches, answered)
    const request = { method: 'GET', mode: 'navigate', url: `https://hiram.test${path}` }
    let response: Promise<Response> | undefined
    listeners.get('fetch')!({ request, respondWith: (answer: Promise<Response>) => (response = answer) })
    return (await response!).text()
  }
  const away = () => Promise.reject(new TypeError('Failed to fetch'))
  const answers =
    (text: string, status = 200) =>
    async () =>
      new Response(text, { status })

  it('shows a copy where the site does not answer, and the page where it does', async () => {
    await keep('/handover/a')
    expect(await opened('/handover/a?token=x', away)).toBe('copy')
    expect(await opened('/handover/a', answers('Bad gateway', 502))).toBe('copy')
    expect(await opened('/handover/a', answers('page'))).toBe('page')
    expect(await opened('/handover/a', answers('error', 500))).toBe('error')
    await expect(opened('/handover/b', away)).rejects.toThrow('Failed to fetch')
  })

  it('shows no copy of more than three days', async () => {
    await keep('/handover/a', 3.1)
    await expect(opened('/handover/a', away)).rejects.toThrow('Failed to fetch')
    expect(await opened('/handover/a', answers('page'))).toBe('page')
  })

  it('deletes all copies when the page is not there for who is logged in', async () => {
    await keep('/handover/a')
    await keep('/handover/b')
    expect(await opened('/handover/a', answers('Not found', 404))).toBe('Not found')
    expect(storage.paths()).toEqual([])
  })

  it('passes on the page of the site where storage fails', async () => {
    vi.stubGlobal('caches', { match: denied, delete: denied })
    expect(await opened('/handover/a', answers('page'))).toBe('page')
  })
})
