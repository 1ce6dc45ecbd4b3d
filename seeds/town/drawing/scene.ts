import type { Palette } from './palettes.ts'
import { lighter } from './palettes.ts'
import { around, dot, ell, join, leaf, line, patch, put, rect, repeat, ring, sparkle } from './parts.ts'

type Backdrop =
  'sun' | 'arch' | 'hills' | 'window' | 'rays' | 'bunting' | 'clouds' | 'leaves' | 'city' | 'waves'

export type Drawing = {
  thing: string
  /** where the thing touches the floor: centre, half width, and its height when not on the usual line */
  shadows: [cx: number, halfWidth: number, y?: number][]
  backdrop: Backdrop
  /** what the second picture looks at, and how close */
  closeUp: [x: number, y: number, zoom: number]
}

export type Drawings = Record<string, Drawing>

const cloud = (x: number, y: number, size: number, fill: string) =>
  put(
    x,
    y,
    size,
    0,
    dot(-62, 0, 46, fill),
    dot(0, -26, 64, fill),
    dot(66, 0, 50, fill),
    rect(-108, -6, 224, 54, 27, fill),
  )

const pane = (x: number, y: number, p: Palette) => rect(x, y, 300, 330, 18, p.cream, 0.4)

// prettier-ignore
const backdrops: Record<Backdrop, (p: Palette) => string> = {
  sun: (p) => dot(800, 560, 450, p.tone),
  arch: (p) => join(patch('M360 940 V560 A440 440 0 0 1 1240 560 V940Z', p.tone), line('M412 940 V560 A388 388 0 0 1 1188 560 V940', p.sky, 10)),
  hills: (p) =>
    join(
      dot(1180, 330, 150, p.cream, 0.7),
      patch('M-40 940 C150 560 420 470 640 700 C800 420 1120 400 1640 940Z', p.tone),
      patch('M-40 930 C120 800 360 740 640 850 C980 640 1300 680 1640 860 V940 H-40Z', p.floor, 0.55),
    ),
  window: (p) =>
    join(
      rect(440, 90, 720, 780, 44, p.tone),
      pane(484, 134, p), pane(816, 134, p), pane(484, 496, p), pane(816, 496, p),
      rect(400, 850, 800, 40, 16, p.tone),
    ),
  rays: (p) => join(around(800, 590, 12, patch('M0 0 L-118 -1100 H118Z', p.tone, 0.75), 15), dot(800, 590, 330, p.tone)),
  bunting: (p) =>
    join(
      dot(800, 600, 400, p.tone),
      line('M-20 90 Q400 280 800 150 Q1200 280 1620 90', p.ink, 6, 0.35),
      ...[[110, 138], [300, 192], [500, 206], [690, 176], [910, 176], [1100, 206], [1300, 192], [1490, 138]].map(([x = 0, y = 0], at) =>
        patch(`M${x - 54} ${y} H${x + 54} L${x} ${y + 108}Z`, [p.second, p.third, p.cream][at % 3] ?? p.cream),
      ),
    ),
  clouds: (p) => join(dot(800, 570, 400, p.tone), cloud(250, 330, 1.3, p.cream), cloud(1370, 250, 1.1, p.cream), cloud(1440, 640, 0.8, p.tone)),
  leaves: (p) =>
    join(
      dot(800, 560, 430, p.tone),
      ...[-64, -34, -6, 22].map((turn) => leaf(130, 930, 420, turn, p.floor)),
      ...[-22, 6, 34, 64].map((turn) => leaf(1470, 930, 420, turn, p.floor)),
    ),
  city: (p) =>
    join(
      dot(1150, 320, 170, p.cream, 0.6),
      ...[[20, 520, 190], [230, 400, 150], [400, 610, 170], [590, 460, 160], [770, 560, 200], [990, 430, 150], [1160, 590, 190], [1370, 470, 200]].map(
        ([x = 0, y = 0, w = 0]) => rect(x, y, w, 500, 14, p.tone),
      ),
      repeat(5, (at) => rect([262, 316, 622, 676, 1022][at] ?? 0, 520, 30, 46, 6, p.sky, 0.8)),
    ),
  waves: (p) =>
    join(
      dot(800, 470, 330, p.cream, 0.6),
      patch('M0 690 Q100 640 200 690 T400 690 T600 690 T800 690 T1000 690 T1200 690 T1400 690 T1600 690 V940 H0Z', p.tone),
      patch('M-100 800 Q0 750 100 800 T300 800 T500 800 T700 800 T900 800 T1100 800 T1300 800 T1500 800 T1700 800 V940 H-100Z', p.floor, 0.5),
    ),
}

const next: Record<Backdrop, Backdrop> = {
  sun: 'rays',
  rays: 'sun',
  arch: 'sun',
  window: 'arch',
  hills: 'clouds',
  clouds: 'hills',
  leaves: 'arch',
  bunting: 'rays',
  city: 'sun',
  waves: 'clouds',
}

const defs = join(
  '<linearGradient id="shade" x1="0" y1="0" x2="1" y2=".22"><stop offset=".68" stop-color="#2a1c46" stop-opacity="0"/><stop offset=".68" stop-color="#2a1c46" stop-opacity=".17"/></linearGradient>',
  '<radialGradient id="glow"><stop offset=".2" stop-color="#fff2b8" stop-opacity=".75"/><stop offset="1" stop-color="#fff2b8" stop-opacity="0"/></radialGradient>',
  '<radialGradient id="soft"><stop offset=".35" stop-color="#2a1c46" stop-opacity=".34"/><stop offset="1" stop-color="#2a1c46" stop-opacity="0"/></radialGradient>',
)

const room = (p: Palette, backdrop: Backdrop) =>
  join(
    rect(0, 0, 1600, 1200, 0, p.sky),
    backdrops[backdrop](p),
    patch('M0 935 Q800 915 1600 935 V1200 H0Z', p.floor),
    line('M0 935 Q800 915 1600 935', p.cream, 6, 0.35),
  )

export function compose(drawing: Drawing, palette: Palette, view: 0 | 1): string {
  const p = view === 0 ? palette : lighter(palette)
  const [x, y, near] = drawing.closeUp
  const zoom = near * 1.22
  const lying = drawing.shadows
    .map(([cx, half, at = 965]) => ell(cx, at, half * 1.12, Math.max(26, half * 0.09), 'url(#soft)'))
    .join('')
  // Drawn standing on y = 965; put a little lower and larger, so that it fills the frame.
  const thing = put(800, 1030, 1.1, 0, put(-800, -965, 1, 0, lying, drawing.thing))
  const body =
    view === 0
      ? room(p, drawing.backdrop) + thing
      : join(
          room(p, next[drawing.backdrop]),
          sparkle(190, 190, 60, p.cream),
          sparkle(300, 300, 30, p.cream),
          ring(1420, 190, 40, p.cream, 12),
          put(800 - x * zoom, 600 - y * zoom, zoom, 0, lying, drawing.thing),
        )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1200" width="1600" height="1200"><defs>${defs}</defs>${body}</svg>`
}
