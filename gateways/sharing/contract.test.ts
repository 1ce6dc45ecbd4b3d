import Module from 'node:module'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { sharpSharing } from './sharp-sharing.ts'

const pictures = sharpSharing()
const words = { title: 'Tent & stove <for 4>', line: '₱450.00 a day', siteName: 'Hiram' }
const photo = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#2060c0' } })
    .webp()
    .toBuffer()

/** How many pixels of an area differ clearly from the background. */
async function inked(file: Uint8Array, area: { left: number; top: number; width: number; height: number }) {
  const pixels = await sharp(file).extract(area).greyscale().raw().toBuffer()
  return pixels.filter((value) => value < 128).length
}

describe('a picture for sharing', () => {
  it('is a JPEG of 1200 by 630 and far below a megabyte', async () => {
    const file = await pictures.draw(words, await photo())
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(file.length).toBeLessThan(300_000)
  })

  it('shows the photo on its left, and the words beside it, signs included', async () => {
    const file = await pictures.draw(words, await photo())
    const [r, g, b] = await sharp(file).extract({ left: 300, top: 300, width: 1, height: 1 }).raw().toBuffer()
    expect([r! < 70, g! < 120, b! > 160]).toEqual([true, true, true])
    expect(await inked(file, { left: 640, top: 190, width: 560, height: 340 })).toBeGreaterThan(4000)
  })

  it('is drawn after the library could not be loaded for another', async () => {
    const later = sharpSharing()
    const load = vi
      .spyOn(Module as unknown as { _load: () => unknown }, '_load')
      .mockImplementationOnce(() => {
        throw new Error('EMFILE: too many open files')
      })
    await expect(later.draw(words, null)).rejects.toThrow('EMFILE')
    load.mockRestore()
    expect(
      await inked(await later.draw(words, null), { left: 60, top: 190, width: 700, height: 340 }),
    ).toBeGreaterThan(4000)
  })

  it('needs no photo', async () => {
    const file = await pictures.draw(words, null)
    expect(await inked(file, { left: 60, top: 190, width: 700, height: 340 })).toBeGreaterThan(4000)
  })

  it.each([
    ['a very long title', 'Very long title with many words '.repeat(8)],
    ['a word without an end', 'W'.repeat(80)],
    ['nothing but pictograms', '⛺🏕️'],
    ['markup', '<span size="999pt">&amp;</b>'],
    ['letters of another script', '東京 テント'],
  ])('holds %s', async (_, title) => {
    const file = await pictures.draw({ ...words, title }, await photo())
    expect(await sharp(file).metadata()).toMatchObject({ width: 1200, height: 630 })
    // The margins on the right and at the bottom stay empty.
    expect(await inked(file, { left: 1150, top: 0, width: 50, height: 630 })).toBe(0)
    expect(await inked(file, { left: 610, top: 600, width: 590, height: 30 })).toBe(0)
  })
})
