import { expect, type Locator, type Page } from '@playwright/test'

/** The address of the Rental Tracker. */
export const tracker = '/profile/rental-tracker'

/** The card, row or entry of a listing: the article whose heading it is. */
export function card(page: Page, title: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
}

/** The section under a heading. */
export function section(page: Page, heading: string) {
  return page.getByRole('region', { name: heading, exact: true })
}

/** The value for a label in a description list: a figure of a dashboard, a line of a sum. */
export function under(page: Page, label: string) {
  return page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}`) })
    .locator('xpath=following-sibling::dd')
}

/** Checks every line of a sum by its label, to the centavo. */
export async function expectSum(page: Page, ...lines: (readonly [label: string, amount: string])[]) {
  for (const [label, amount] of lines) await expect(under(page, label)).toHaveText(amount)
}

/** A toast with a text. */
export function toast(page: Page, text: string | RegExp) {
  return page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
}

/** Types into the header's search and sends it. */
export async function searchFor(page: Page, words: string) {
  const box = page.getByRole('banner').getByLabel('Search items')
  await box.fill(words)
  await box.press('Enter')
  await expect(page).toHaveURL(`/products?search=${words}`)
}

/** Waits until scripts run on the page; a guest’s page loads them once someone uses it. */
export async function ready(page: Page) {
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await page.waitForFunction(() => {
    const [element] = document.querySelectorAll('main')
    return element !== undefined && Object.keys(element).some((key) => key.startsWith('__reactFiber'))
  })
}

/**
 * Lets React draw later what it may defer, as on a busy machine: the pages that are opened from now on do, once
 * `drawLate` is called.
 */
export async function prepareDrawingLate(page: Page) {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    const waiting = new Set<() => void>()
    MessagePort.prototype.postMessage = function (message: unknown) {
      const send = () => void (waiting.delete(send) && post.call(this, message))
      waiting.add(send)
      setTimeout(send, Reflect.get(window, 'drawsLateBy') ?? 0)
    }
    Reflect.set(window, 'drawNow', () => waiting.forEach((send) => send()))
  })
}

/** Lets React draw so much later from now on. With 0 it also draws at once what it has not drawn yet. */
export const drawLate = (page: Page, ms: number) =>
  page.evaluate((late) => {
    Reflect.set(window, 'drawsLateBy', late)
    if (late === 0) Reflect.get(window, 'drawNow')()
  }, ms)

/** Closes every toast. */
export async function dismiss(page: Page) {
  const press = (buttons: (HTMLElement | SVGElement)[]) => {
    for (const button of buttons) (button as HTMLElement).click()
    return buttons.length
  }
  const buttons = page.getByRole('button', { name: 'Dismiss' })
  while ((await buttons.evaluateAll(press)) > 0);
}

/** Answers the question of a dialog, which must have exactly this text. */
export async function answer(page: Page, question: string, button: string) {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(question, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Checks that a message is shown beside its field and connected to it, and that the field is marked as invalid. */
export async function expectBeside(field: Locator, message: string) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(`${escaped(message)}$`))
  await expect(field.page().getByText(message, { exact: true }).first()).toBeVisible()
}

const escaped = (text: string) => text.replaceAll(/[.*+?()[\]{}|^$\\]/g, String.raw`\$&`)

/** Headless browsers show all of their tabs, so a page is told that it is hidden. */
export async function turn(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
