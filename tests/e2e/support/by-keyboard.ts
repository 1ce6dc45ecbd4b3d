import { expect, type Locator, type Page } from '@playwright/test'
import type { Portal } from '#domain/account/account.ts'

type Way = { backwards?: boolean }

const MOST_STOPS = 150

/** Presses Tab, or Shift+Tab, until the focus is on `target`, as someone without a mouse does. */
export async function tabTo(target: Locator, { backwards = false }: Way = {}) {
  const page = target.page()
  await expect(target).toBeVisible()
  // Evaluated again each time: a live event may render a part of the page again meanwhile.
  const arrived = () => target.evaluate((node) => node === document.activeElement)
  for (let stops = 0; !(await arrived()); stops++) {
    expect(stops, `Tab leads to ${target}`).toBeLessThan(MOST_STOPS)
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab')
  }
}

/** Moves the focus to a link or a button and presses Enter. */
export async function activate(target: Locator, way?: Way) {
  await tabTo(target, way)
  await target.page().keyboard.press('Enter')
}

/** Moves the focus to a field and types. */
export async function typeInto(field: Locator, text: string) {
  await tabTo(field)
  await field.page().keyboard.type(text)
}

/** Opens the log-in modal from the header and chooses a portal. */
export async function choosePortal(page: Page, portal: Portal) {
  await activate(page.getByRole('banner').getByRole('link', { name: 'Log in' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Welcome, neighbour' })).toBeFocused()
  await activate(dialog.getByRole('link', { name: new RegExp(`^I’m an? ${portal}`, 'i') }))
  return dialog
}
