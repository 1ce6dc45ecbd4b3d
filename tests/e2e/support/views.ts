import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { ready } from './page-parts.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** A page as someone may find it: its address and, where that is not all, what they did there. */
export type View = { name: string; at: string; after?: (page: Page) => Promise<void> }

/**
 * Looks at a view at 1440 px and 360 px, light and dark: axe finds nothing, nothing is wider than the screen, there is
 * one h1, and a title of its own. All that is wrong is told.
 */
export async function inspect(page: Page, view: View) {
  const { name } = view
  await open(page, view)
  await expect.soft(page.locator('h1'), `${name}: one h1`).toHaveCount(1)
  await expect.soft(page, `${name}: a title with the site’s name`).toHaveTitle(/\S.* [–·] Hiram$|^Hiram/)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await overflow(page), `${name}: nothing is wider than ${width} px`).toEqual([])
    for (const theme of themes) {
      await setTheme(page, theme)
      const first = await violations(page, theme)
      // Colours on their way to the other theme are no fault; what is still there after a moment is.
      if (first.length > 0) await page.waitForTimeout(500)
      const found = first.length > 0 ? await violations(page, theme) : first
      expect.soft(found, `${name}: axe at ${width} px, ${theme}`).toEqual([])
    }
  }
}

export const widths = [1440, 360] as const
export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Goes to a view and does what makes it. */
export async function open(page: Page, { at, after }: View) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(at)
  await ready(page)
  await after?.(page)
}

export const setTheme = (page: Page, theme: Theme) =>
  page.evaluate((chosen) => void (document.documentElement.dataset.theme = chosen), theme)

async function violations(page: Page, theme: Theme): Promise<string[]> {
  // Put into a page once: that takes as long as asking it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Of the rules only this one has to do with the theme.
  const runOnly = theme === 'light' ? rules : ['color-contrast']
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { runOnly: only, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, runOnly)
}

/** What makes the page scroll sideways: the elements that stick out, if it does. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .slice(-3)
      .map((element) => element.outerHTML.slice(0, 160))
  })
}
