import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import { ready } from './page-parts.ts'

const axeScript = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))
const withAxe = new WeakSet<Page>()
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** A page in a certain state: its address and, if needed, an action there. */
export type View = { name: string; at: string; after?: (page: Page) => Promise<void> }

/**
 * Checks a view at 1440 px and 360 px, light and dark: axe finds nothing, nothing is wider than the screen, there is
 * one h1, and a title of its own. Returns all errors.
 */
export async function inspect(page: Page, view: View) {
  const { name } = view
  // As a script of every document it is compiled once a process; evaluated in each, it would be compiled each time.
  if (!withAxe.has(page)) await page.addInitScript({ path: axeScript })
  withAxe.add(page)
  await open(page, view)
  await expect.soft(page.locator('h1'), `${name}: one h1`).toHaveCount(1)
  await expect.soft(page, `${name}: a title with the site’s name`).toHaveTitle(/\S.* [–·] Hiram$|^Hiram/)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await overflow(page), `${name}: nothing is wider than ${width} px`).toEqual([])
    // Changing the theme takes long, so the second width begins with the one that is on.
    for (const theme of width === widths[0] ? themes : themes.toReversed()) {
      await setTheme(page, theme)
      expect.soft(await violations(page, theme), `${name}: axe at ${width} px, ${theme}`).toEqual([])
    }
  }
}

export const widths = [1440, 360] as const
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Opens a view and runs its action. */
export async function open(page: Page, { at, after }: View) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(at)
  await ready(page)
  await after?.(page)
}

/** Changes the theme, and waits until nothing on the page changes its colour or place any more. */
export const setTheme = (page: Page, theme: Theme) =>
  page.evaluate(async (chosen) => {
    document.documentElement.dataset.theme = chosen
    const ends = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    const changing = () => document.getAnimations().filter(ends)
    // The end of one may begin others: those of what inherits its colour.
    for (let all = changing(); all.length > 0; all = changing())
      await Promise.allSettled(all.map(({ finished }) => finished))
  }, theme)

async function violations(page: Page, theme: Theme): Promise<string[]> {
  // Only this rule depends on the theme.
  const runOnly = theme === 'light' ? rules : ['color-contrast']
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { runOnly: only, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, runOnly)
}

/** The elements that are wider than the screen, if the page scrolls sideways, once its fonts are loaded. */
export function overflow(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .slice(-3)
      .map((element) => element.outerHTML.slice(0, 160))
  })
}
