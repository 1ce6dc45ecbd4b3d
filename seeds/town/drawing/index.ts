import sharp from 'sharp'
import { babyAndKids } from './baby-and-kids.ts'
import { cameras } from './cameras.ts'
import { camping } from './camping.ts'
import { formalWear } from './formal-wear.ts'
import { gaming } from './gaming.ts'
import { garden } from './garden.ts'
import { kitchen } from './kitchen.ts'
import { musicalInstruments } from './musical-instruments.ts'
import { partyAndEvents } from './party-and-events.ts'
import { sports } from './sports.ts'
import { tools } from './tools.ts'
import { travel } from './travel.ts'
import type { Palette } from './palettes.ts'
import { palettes } from './palettes.ts'
import type { Drawing, Drawings } from './scene.ts'
import { compose } from './scene.ts'

const books: [Palette, Drawings][] = [
  [palettes.cameras, cameras],
  [palettes.camping, camping],
  [palettes.tools, tools],
  [palettes.party, partyAndEvents],
  [palettes.sports, sports],
  [palettes.music, musicalInstruments],
  [palettes.gaming, gaming],
  [palettes.kitchen, kitchen],
  [palettes.baby, babyAndKids],
  [palettes.travel, travel],
  [palettes.formal, formalWear],
  [palettes.garden, garden],
]

const pages = new Map<string, { palette: Palette; drawing: Drawing }>(
  books.flatMap(([palette, drawings]) =>
    Object.entries(drawings).map(([key, drawing]) => [key, { palette, drawing }] as const),
  ),
)

/** The picture of a listing as SVG, 1600 by 1200; view 1 looks closer, in a lighter room. */
export function drawListing(key: string, view: 0 | 1 = 0): string {
  const page = pages.get(key)
  if (!page) throw new Error(`Nobody has drawn "${key}" yet.`)
  return compose(page.drawing, page.palette, view)
}

/** The same picture as a photo to upload: JPEG, 1600 by 1200. */
export function renderPhoto(key: string, view: 0 | 1 = 0): Promise<Buffer> {
  return sharp(Buffer.from(drawListing(key, view)))
    .jpeg({ quality: 90 })
    .toBuffer()
}
