import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const css = readFileSync(new URL('../app.css', import.meta.url), 'utf8')
const ordinary = tokens(/:root \{[^}]*--paper[^}]*\}/)
const moreContrast = { ...ordinary, ...tokens(/@media \(prefers-contrast: more\) \{\s*:root \{[^}]*\}/) }

const grounds = ['paper', 'card', 'sunken']

/** Every pair of colours that occurs on a screen: [text, background]. */
const words: [string, string][] = [
  ...pairs(['ink', 'muted', 'accent', 'accent-hover', 'danger'], grounds),
  ...pairs(['success', 'info', 'warning'], ['paper', 'card']),
  ...pairs(['ink', 'accent'], ['accent-soft']),
  ...pairs(['ink'], ['success-soft', 'info-soft', 'warning-soft', 'danger-soft']),
  ...pairs(['muted'], ['accent-soft']),
  ['success', 'success-soft'],
  ['info', 'info-soft'],
  ['warning', 'warning-soft'],
  ['danger', 'danger-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
]

/** Input borders, focus rings, the edges of a chosen card. */
const edges: [string, string][] = [
  ...pairs(['line-strong', 'ring', 'accent', 'danger'], grounds),
  ...pairs(['ring', 'accent'], ['accent-soft']),
  ['line-strong', 'accent-soft'],
]

describe.each([
  ['ordinary', ordinary],
  ['more contrast', moreContrast],
])('%s', (_, palette) => {
  describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
    test.each(words)('%s on %s can be read', (front, back) => {
      expect(contrast(palette, theme, front, back)).toBeGreaterThanOrEqual(4.5)
    })

    test.each(edges)('%s against %s can be made out', (front, back) => {
      expect(contrast(palette, theme, front, back)).toBeGreaterThanOrEqual(3)
    })
  })
})

type Palette = Record<string, { light: string; dark: string }>

function tokens(block: RegExp): Palette {
  const [text = ''] = block.exec(css) ?? []
  const found = [...text.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]
  return Object.fromEntries(found.map(([, name = '', light = '', dark = '']) => [name, { light, dark }]))
}

function pairs(fronts: string[], backs: string[]): [string, string][] {
  return fronts.flatMap((front) => backs.map((back): [string, string] => [front, back]))
}

function contrast(palette: Palette, theme: 'light' | 'dark', front: string, back: string): number {
  const [one, two] = [front, back].map((name) => {
    const token = palette[name]
    if (!token) throw new Error(`app.css has no --${name}`)
    return luminance(token[theme])
  }) as [number, number]
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05)
}

/** WCAG 2.2 relative luminance. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
