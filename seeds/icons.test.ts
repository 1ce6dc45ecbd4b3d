import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawIcon, icons } from './icons.ts'

const kept = (file: string) => readFileSync(new URL(`../public/${file}`, import.meta.url))
const pixels = (image: Buffer) => sharp(image).raw().toBuffer({ resolveWithObject: true })

test.each(Object.entries(icons))('%s is what the favicon gives at %d pixels', async (file, size) => {
  const [was, is] = [await pixels(kept(file)), await pixels(await drawIcon(size))]
  expect(was.info).toMatchObject({ width: size, height: size, channels: 3 })
  let apart = 0
  for (const [i, value] of is.data.entries()) apart += Math.abs(value - was.data[i]!)
  expect(apart / is.data.length, 'levels of 255 apart, on average').toBeLessThan(0.5)
})

test('the logo of the pages is the favicon', () => {
  const brand = readFileSync(new URL('../app/ui/brand.tsx', import.meta.url), 'utf8')
  const lines = [
    ...kept('favicon.svg')
      .toString()
      .matchAll(/ d="([^"]+)"/g),
  ].map(([, d]) => d!)
  expect(lines).toHaveLength(4)
  // A path of the page may have several of the favicon's.
  for (const line of lines) expect(brand).toContain(line)
})
