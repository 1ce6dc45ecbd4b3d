import Module, { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { PHOTOS_AT_ONCE, processingQueue } from './processing-queue.ts'
import { sharpProcessing } from './sharp-processing.ts'

describe('photos that arrive at once', () => {
  it('are processed as many at a time as may be, the others in turn, and who comes too late is told to come again', async () => {
    const queue = processingQueue(2, 3)
    let [running, most, done] = [0, 0, 0]
    const work = async () => {
      most = Math.max(most, ++running)
      await wait(5)
      running--
      done++
      return { ok: true as const }
    }
    const all = await Promise.all(Array.from({ length: 9 }, () => queue(work)))
    expect([most, done]).toEqual([2, 5])
    expect(all.slice(5)).toEqual(
      Array.from({ length: 4 }, () => ({
        ok: false,
        reason: 'photos-away',
        message: 'Many photos are being saved at the moment. Please try again in a few seconds.',
        retryAfterSeconds: 5,
      })),
    )
    expect(await queue(work)).toEqual({ ok: true })
  })

  it('are processed by sharp in such a queue, of which each process has one', async () => {
    const file = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'navy' } })
      .png()
      .toBuffer()
    const room = PHOTOS_AT_ONCE + 24
    const all = await Promise.all(
      Array.from({ length: room + 6 }, (_, i) =>
        i % 2 ? sharpProcessing.process(file) : sharpProcessing.processSquare(file, 20),
      ),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(room)
    expect(all.slice(room)).toMatchObject(Array.from({ length: 6 }, () => ({ reason: 'photos-away' })))
  })
})

it('photos leave half of Node’s four threads to passwords and files', async () => {
  const file = await sharp({ create: { width: 1000, height: 600, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  // The copy of the module that processes photos.
  const { prototype } = createRequire(import.meta.url)('sharp') as typeof sharp
  const { toBuffer } = prototype
  let [running, most] = [0, 0]
  const counting = vi.spyOn(prototype, 'toBuffer').mockImplementation(async function (
    this: Sharp,
    ...options: unknown[]
  ) {
    most = Math.max(most, ++running)
    return toBuffer.apply(this, options as []).finally(() => running--)
  } as typeof toBuffer)
  const all = await Promise.all(Array.from({ length: 4 }, () => sharpProcessing.process(file)))
  counting.mockRestore()
  expect(all.every(({ ok }) => ok)).toBe(true)
  expect(most).toBe(PHOTOS_AT_ONCE)
})

it('a photo is processed after the library could not be loaded for another', async () => {
  const file = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'navy' } })
    .png()
    .toBuffer()
  const load = vi.spyOn(Module as unknown as { _load: () => unknown }, '_load').mockImplementationOnce(() => {
    throw new Error('EMFILE: too many open files')
  })
  await expect(sharpProcessing.process(file)).rejects.toThrow('EMFILE')
  load.mockRestore()
  expect(await sharpProcessing.process(file)).toMatchObject({ ok: true })
})
