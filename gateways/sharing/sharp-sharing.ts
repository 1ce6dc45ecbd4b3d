import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Sharp from 'sharp'
import { SHARING_HEIGHT, SHARING_WIDTH, type SharingPictures, type SharingWords } from './port.ts'

const fonts = ['besley-latin', 'source-sans-3-latin', 'source-sans-3-extended'].map((name) =>
  join(import.meta.dirname, 'fonts', `${name}.ttf`),
)
const PAPER = '#faf5ea'
const INK = '#33251a'
const ACCENT = '#1d6546'
const MARGIN = 64
/** The logo's two houses, as on the pages. */
const houses = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="{size}" height="{size}">
  <g fill="${ACCENT}" stroke="${ACCENT}" stroke-width="2.4" stroke-linejoin="round">
  <path stroke="none" d="M14 21.2h12v5.6H14z"/>
  <path stroke="none" fill-rule="evenodd" d="M3.4 14h12.4v21.6H3.4zM7 18.6v5h5.2v-5z"/>
  <path stroke="none" fill-rule="evenodd" d="M24.2 14h12.4v21.6H24.2zM27.8 18.6v5H33v-5z"/>
  <path d="M1.9 14.4 9.6 5.2l7.7 9.2zM22.7 14.4l7.7-9.2 7.7 9.2z"/></g></svg>`

/** Loaded when the first picture is drawn. */
let sharp: typeof Sharp

type Layer = { input: Buffer; left: number; top: number }

/**
 * Sharing pictures drawn by sharp with the site's own fonts, because a server may have none installed. One is drawn at
 * a time.
 */
export function sharpSharing(): SharingPictures {
  let last: Promise<unknown> = Promise.resolve()
  let isReady = false
  const draw = async (words: SharingWords, photo: Uint8Array | null) => {
    if (!isReady) await loadFonts()
    isReady = true
    return picture(words, photo)
  }
  return {
    draw(words, photo) {
      const drawn = last.then(() => draw(words, photo))
      last = drawn.catch(() => {})
      return drawn
    },
  }
}

/** Loading a font's file once makes the font available to every later text. */
async function loadFonts(): Promise<void> {
  // `import` would remember a failure until the process ends.
  sharp = createRequire(import.meta.url)('sharp') as typeof Sharp
  for (const fontfile of fonts)
    await sharp({ text: { text: 'a', fontfile } })
      .png()
      .toBuffer()
}

async function picture(words: SharingWords, photo: Uint8Array | null): Promise<Uint8Array> {
  const photoWidth = photo ? 600 : 0
  const left = photoWidth + MARGIN
  const width = photo ? SHARING_WIDTH - left - MARGIN : 760
  const title = await text(words.title, { font: 'Besley Bold', colour: INK, width, height: 300 })
  const line = await text(words.line, {
    font: 'Source Sans 3 ExtraLight, Bold',
    colour: ACCENT,
    width,
    height: 110,
    most: 48,
  })
  const name = await text(words.siteName, {
    font: 'Besley Bold',
    colour: INK,
    width: width - 96,
    height: 60,
    most: 44,
  })
  const layers: Layer[] = [
    { input: mark(72), left, top: MARGIN },
    { input: name.data, left: left + 92, top: MARGIN + Math.round((72 - name.info.height) / 2) },
    { input: title.data, left, top: 200 },
    { input: line.data, left, top: 200 + title.info.height + 36 },
  ]
  if (photo)
    layers.push({
      input: await sharp(photo).resize(photoWidth, SHARING_HEIGHT, { fit: 'cover' }).toBuffer(),
      left: 0,
      top: 0,
    })
  else layers.push({ input: mark(260), left: SHARING_WIDTH - 260 - MARGIN, top: SHARING_HEIGHT - 260 - 24 })
  const ground = { width: SHARING_WIDTH, height: SHARING_HEIGHT, channels: 3, background: PAPER } as const
  return sharp({ create: ground }).composite(layers).jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}

const mark = (size: number) => Buffer.from(houses.replaceAll('{size}', String(size)))

const nothing = () =>
  sharp({ create: { width: 1, height: 1, channels: 4, background: '#0000' } })
    .png()
    .toBuffer({ resolveWithObject: true })

/** A text that fits into a box, as large as possible, up to `most` points. */
async function text(
  words: string,
  box: { font: string; colour: string; width: number; height: number; most?: number },
) {
  // Our fonts have no pictograms. Pango would read `<` and `&` as markup.
  const plain = words.replaceAll(/\p{Extended_Pictographic}|\p{Cc}|\u200d|\ufe0f/gu, '').trim()
  if (plain === '') return nothing()
  const safe = plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  for (let size = box.most ?? 66; ; size -= 6) {
    const drawn = await sharp({
      text: {
        text: `<span foreground="${box.colour}" line_height="0.85">${safe}</span>`,
        font: `${box.font} ${size}`,
        width: box.width,
        wrap: 'word-char',
        rgba: true,
        dpi: 72,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true })
    const fits = drawn.info.height <= box.height && drawn.info.width <= box.width
    if (fits) return drawn
    if (size <= 24)
      return sharp(drawn.data)
        .resize({ ...box, fit: 'inside' })
        .png()
        .toBuffer({ resolveWithObject: true })
  }
}
