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
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 })
    expect.soft(await overflow(page), `${name}: nothing is wider than ${width} px`).toEqual([])
    // Changing the theme takes long, so the second width begins with the one that is on.
    for (const theme of width === widths[0] ? themes : themes.toReversed())
      expect.soft(await violations(page, theme), `${name}: axe at ${width} px, ${theme}`).toEqual([])
  }
}

export const widths = [1440, 360] as const
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Opens a view in a light context with reduced motion, and runs its action. */
export async function open(page: Page, { at, after }: View) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(at)
  await ready(page)
  await after?.(page)
}

/** Changes the theme, and waits until nothing on the page changes its colour or place any more. */
export const setTheme = async (page: Page, theme: Theme) => void (await inTheme(page, theme, []))

/** What axe finds in a theme. Only the contrast of colours depends on it, so the dark one is asked nothing else. */
const violations = (page: Page, theme: Theme) =>
  inTheme(page, theme, theme === 'light' ? rules : ['color-contrast'])

/** Changes the theme, and returns the violations of `runOnly`, in one round trip to the browser. */
function inTheme(page: Page, theme: Theme, runOnly: readonly string[]): Promise<string[]> {
  return page.evaluate(
    async ([chosen, only]) => {
      document.documentElement.dataset.theme = chosen
      const ends = ({ playState, effect }: Animation) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
      const changing = () => document.getAnimations().filter(ends)
      // The end of one may begin others: those of what inherits its colour.
      for (let all = changing(); all.length > 0; all = changing())
        await Promise.allSettled(all.map(({ finished }) => finished))
      if (only.length === 0) return []
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(document, { runOnly: [...only], resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [theme, runOnly] as const,
  )
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
