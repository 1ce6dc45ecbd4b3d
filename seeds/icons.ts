/** Draws the site's icons from `public/favicon.svg`. Run this file to write them to `public`. */
import { readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

const folder = new URL('../public/', import.meta.url)

/** The width and height of each file in pixels. */
export const icons = { 'apple-touch-icon.png': 180, 'icon-192.png': 192, 'icon-512.png': 512 } as const

const ground = '#faf5ea'
/** A launcher may cut an icon to a circle of four fifths of it: the houses fit inside. */
const share = 0.625

/** An icon of the site as a PNG without transparency, in the colours of the light theme. */
export function drawIcon(size: number): Promise<Buffer> {
  const houses = readFileSync(new URL('favicon.svg', folder), 'utf8').replace(/@media[^{]+\{.*?\}\}/, '')
  const within = Math.round(size * share)
  const at = Math.round((size - within) / 2)
  const picture =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">` +
    `<rect width="100%" height="100%" fill="${ground}"/>` +
    houses.replace('<svg ', `<svg x="${at}" y="${at}" width="${within}" height="${within}" `) +
    '</svg>'
  return sharp(Buffer.from(picture)).removeAlpha().png({ compressionLevel: 9 }).toBuffer()
}

if (import.meta.main)
  for (const [file, size] of Object.entries(icons)) writeFileSync(new URL(file, folder), await drawIcon(size))
