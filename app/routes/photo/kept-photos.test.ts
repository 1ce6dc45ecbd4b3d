import { beforeEach, expect, it, vi } from 'vitest'
import { v7 as newKey } from 'uuid'
import { FakeCacheStorage } from '#tests/support/cache-storage.ts'
import { openKeptPhotos } from './kept-photos.ts'

const NOW = new Date('2026-11-23T10:00:00Z').getTime()
const hoursAgo = (hours: number) => newKey({ msecs: NOW - hours * 3_600_000 })
const photo = { id: 'a', width: 9, height: 6, widths: [9], thumbhash: '' }
const file = new Blob(['jpeg'], { type: 'image/jpeg' })
const name = 'Pag-abot, “harap”.jpg'
const read = (form: string, saved: string[] = []) => openKeptPhotos(form).read(saved, NOW)
async function keep(form: string, key: string, isSent = false) {
  const kept = openKeptPhotos(form)
  await kept.add({ key, name, file })
  if (isSent) await kept.markSent(key, photo)
}

let storage: FakeCacheStorage
beforeEach(() => {
  storage = new FakeCacheStorage()
  vi.stubGlobal('caches', storage)
  return () => vi.unstubAllGlobals()
})

it('keeps the photos of a form in the order in which they were chosen, with their names', async () => {
  const [first, second] = [hoursAgo(2), hoursAgo(1)]
  await keep('rental-renter-check', second, true)
  await keep('rental-renter-check', first)
  await keep('rental-owner-check', hoursAgo(1))
  const photos = await read('rental-renter-check')
  expect(photos.map((kept) => [kept.key, kept.name, kept.photo])).toEqual([
    [first, name, null],
    [second, name, photo],
  ])
  expect([photos[0]!.file.type, await photos[0]!.file.text()]).toEqual(['image/jpeg', 'jpeg'])
  await openKeptPhotos('rental-renter-check').remove(first)
  expect(await read('rental-renter-check')).toHaveLength(1)
})

it('forgets what was saved, sends again what the site may have deleted, and deletes what is older than a week', async () => {
  await keep('saved', hoursAgo(1), true)
  expect(await read('saved', ['a'])).toEqual([])
  expect(storage.paths()).toEqual([])
  await keep('sent', hoursAgo(11), true)
  await keep('sent', hoursAgo(13), true)
  expect((await read('sent')).map((kept) => kept.photo)).toEqual([null, photo])
  await keep('other', hoursAgo(7 * 24 + 1))
  await read('sent')
  expect(storage.paths()).toHaveLength(2)
})

it('leaves out what another tab deletes at this moment, and nothing else', async () => {
  const [gone, left] = [hoursAgo(2), hoursAgo(1)]
  for (const key of [gone, left]) await keep('check', key)
  const cache = await storage.open('unsent-photos')
  const keys = await cache.keys()
  cache.keys = async () => keys
  await openKeptPhotos('check').remove(gone)
  expect((await read('check')).map(({ key }) => key)).toEqual([left])
})

it('removes a photo also while it is written', async () => {
  const kept = openKeptPhotos('check')
  const cache = await storage.open('unsent-photos')
  const put = cache.put.bind(cache)
  cache.put = async (...sent) => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    return put(...sent)
  }
  const key = hoursAgo(1)
  await Promise.all([kept.add({ key, name, file }), kept.remove(key)])
  await Promise.all([kept.add({ key, name, file }), kept.markSent(key, photo), kept.remove(key)])
  expect(storage.paths()).toEqual([])
})

it('keeps nothing that comes after a log-out', async () => {
  const kept = openKeptPhotos('check')
  const key = hoursAgo(1)
  await kept.add({ key, name, file })
  await storage.delete('unsent-photos')
  await kept.markSent(key, photo)
  await kept.add({ key: hoursAgo(1), name, file })
  expect(storage.paths()).toEqual([])
})

it('keeps nothing where the browser has no place, and says nothing', async () => {
  const nothing = async () => {
    await keep('check', hoursAgo(1))
    expect(await read('check')).toEqual([])
  }
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('denied')) })
  await nothing()
  vi.stubGlobal('caches', undefined)
  await nothing()
})
