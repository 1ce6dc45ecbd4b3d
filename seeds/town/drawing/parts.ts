/**
 * The pencils everything is drawn with. Light always falls from the upper left: a shaded part
 * carries one flat band of shadow along its right side, whatever its form.
 */
const round2 = (value: number) => String(Math.round(value * 100) / 100)
const shade = 'url(#shade)'

export const join = (...parts: string[]) => parts.join('')

// --- flat marks -----------------------------------------------------------------------------
export const patch = (d: string, fill: string, opacity = 1) =>
  `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

export const line = (d: string, stroke: string, width = 12, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

export const rect = (x: number, y: number, w: number, h: number, r: number, fill: string, opacity = 1) =>
  `<rect x="${round2(x)}" y="${round2(y)}" width="${round2(w)}" height="${round2(h)}" rx="${r}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

export const ell = (cx: number, cy: number, rx: number, ry: number, fill: string, opacity = 1) =>
  `<ellipse cx="${round2(cx)}" cy="${round2(cy)}" rx="${round2(rx)}" ry="${round2(ry)}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

export const dot = (cx: number, cy: number, r: number, fill: string, opacity = 1) =>
  ell(cx, cy, r, r, fill, opacity)

export const ring = (cx: number, cy: number, r: number, stroke: string, width: number, opacity = 1) =>
  `<circle cx="${round2(cx)}" cy="${round2(cy)}" r="${round2(r)}" fill="none" stroke="${stroke}" stroke-width="${width}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`

// --- shaded solids --------------------------------------------------------------------------
export const shape = (d: string, fill: string) => patch(d, fill) + patch(d, shade)

export const box = (x: number, y: number, w: number, h: number, r: number, fill: string) =>
  rect(x, y, w, h, r, fill) + rect(x, y, w, h, r, shade)

export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string) =>
  ell(cx, cy, rx, ry, fill) + ell(cx, cy, rx, ry, shade)

export const disc = (cx: number, cy: number, r: number, fill: string) => oval(cx, cy, r, r, fill)

/** A tube: one thick line with a thin light along it. */
export const tube = (d: string, stroke: string, width: number) =>
  line(d, stroke, width) + line(d, '#ffffff', Math.max(3, width * 0.22), 0.28)

// --- placing --------------------------------------------------------------------------------
export const put = (x: number, y: number, scale: number, turn: number, ...parts: string[]) =>
  `<g transform="translate(${round2(x)} ${round2(y)}) rotate(${round2(turn)}) scale(${round2(scale)})">${parts.join('')}</g>`

/** The parts larger or smaller, still standing where they stood. */
export const sized = (scale: number, ...parts: string[]) =>
  put(800 * (1 - scale), 965 * (1 - scale), scale, 0, ...parts)

/** The parts and their mirror image across the vertical at `cx`. */
export const both = (cx: number, ...parts: string[]) =>
  parts.join('') + `<g transform="translate(${round2(cx * 2)} 0) scale(-1 1)">${parts.join('')}</g>`

export const repeat = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join('')

/** Parts set around a centre, the first at `from` degrees. */
export const around = (cx: number, cy: number, count: number, part: string, from = 0) =>
  repeat(count, (index) => put(cx, cy, 1, from + (360 / count) * index, part))

// --- things that many things have -----------------------------------------------------------
export const shine = (d: string, width = 14, opacity = 0.4) => line(d, '#ffffff', width, opacity)

export const lens = (cx: number, cy: number, r: number, body: string, glass: string, ink: string) =>
  join(
    disc(cx, cy, r, body),
    ring(cx, cy, r * 0.9, '#ffffff', r * 0.03, 0.35),
    disc(cx, cy, r * 0.78, ink),
    dot(cx, cy, r * 0.58, glass),
    dot(cx, cy, r * 0.4, ink, 0.55),
    dot(cx, cy, r * 0.2, glass),
    ell(cx - r * 0.24, cy - r * 0.26, r * 0.17, r * 0.12, '#ffffff', 0.75),
    dot(cx + r * 0.25, cy + r * 0.26, r * 0.06, '#ffffff', 0.5),
  )

export const cone = (cx: number, cy: number, r: number, rim: string, paper: string, cap: string) =>
  join(
    disc(cx, cy, r, rim),
    disc(cx, cy, r * 0.84, paper),
    ring(cx, cy, r * 0.62, rim, r * 0.05, 0.4),
    disc(cx, cy, r * 0.34, cap),
  )

export const mesh = (
  x: number,
  y: number,
  columns: number,
  rows: number,
  step: number,
  r: number,
  fill: string,
  opacity = 0.5,
) =>
  repeat(rows, (row) => repeat(columns, (column) => dot(x + column * step, y + row * step, r, fill, opacity)))

export const spokes = (cx: number, cy: number, r: number, count: number, stroke: string, width = 5) =>
  around(cx, cy, count, line(`M0 0 L0 ${-r}`, stroke, width))

export const tyre = (cx: number, cy: number, r: number, rubber: string, rim: string, width = 34) =>
  join(ring(cx, cy, r - width / 2, rubber, width), ring(cx, cy, r - width - 5, rim, 10))

/** A small wheel of a cart or a case: rubber, rim and hub. */
export const caster = (cx: number, cy: number, r: number, rubber: string, hub: string) =>
  disc(cx, cy, r, rubber) + dot(cx, cy, r * 0.5, hub) + dot(cx, cy, r * 0.18, rubber)

export const sparkle = (cx: number, cy: number, r: number, fill: string) =>
  put(
    cx,
    cy,
    r / 10,
    0,
    patch(
      'M0 -10 C1.4 -2.6 2.6 -1.4 10 0 C2.6 1.4 1.4 2.6 0 10 C-1.4 2.6 -2.6 1.4 -10 0 C-2.6 -1.4 -1.4 -2.6 0 -10Z',
      fill,
    ),
  )

export const leaf = (x: number, y: number, length: number, turn: number, fill: string) =>
  put(
    x,
    y,
    length / 100,
    turn,
    shape('M0 0 C-34 -30 -30 -78 0 -100 C30 -78 34 -30 0 0Z', fill),
    line('M0 -4 L0 -80', '#ffffff', 3, 0.35),
  )

export const tuft = (x: number, y: number, size: number, fill: string) =>
  put(
    x,
    y,
    size * 0.8,
    0,
    patch('M-9 0 Q-7 -7 -11 -12 Q-3 -8 -3 -2 Q-2 -10 1 -17 Q4 -9 3 -2 Q5 -8 12 -11 Q8 -6 9 0Z', fill),
  )
