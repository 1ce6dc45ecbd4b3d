import { expect, type Page } from '@playwright/test'
import type { Portal } from '#domain/account/account.ts'
import { linksOf, partOf, textOf } from '#tests/support/html.ts'
import { ready } from './page-parts.ts'

/** The demo accounts, by their portal. */
export const demo = { renter: 'renter@hiram.test', owner: 'owner@hiram.test', admin: 'admin@hiram.test' }
/** The password of every account of the demo. */
export const demoPassword = 'hiram-demo-2026'

export type Newcomer = {
  firstName: string
  lastName: string
  email: string
  username: string
  password: string
  portal: 'renter' | 'owner'
}

/** Who asks the site with their cookies: a page, or somebody without one. */
export type Asker = Pick<Page, 'request'>

/** The names of the links to the portals. */
export const choices: Record<Portal, RegExp> = {
  renter: /^I’m a Renter/,
  owner: /^I’m an Owner/,
  admin: /^I’m an Admin/,
}

/** Opens the log-in modal and chooses a portal. */
export async function openPortal(page: Page, portal: Portal) {
  // Without the scripts the link opens the page of the log-in, not the modal.
  await ready(page)
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Welcome, neighbour' })).toBeVisible()
  await dialog.getByRole('link', { name: choices[portal] }).click()
  await expect(dialog.getByRole('heading', { name: `Hiram ${portal} portal` })).toBeVisible()
  return dialog
}

/** Types the data of a new person into the sign-up form in `area`. */
export async function fillSignUp(area: Pick<Page, 'getByLabel'>, person: Omit<Newcomer, 'portal'>) {
  await area.getByLabel(/^First name/).fill(person.firstName)
  await area.getByLabel(/^Last name/).fill(person.lastName)
  await area.getByLabel(/^Email/).fill(person.email)
  await area.getByLabel(/^Username/).fill(person.username)
  await area.getByLabel(/^Password/).fill(person.password)
  await area.getByLabel(/^Confirm password/).fill(person.password)
}

/** Signs up through the modal; the profile opens. */
export async function signUp(page: Page, person: Newcomer) {
  await page.goto('/')
  const dialog = await openPortal(page, person.portal)
  await dialog.getByRole('link', { name: 'Sign Up' }).click()
  await fillSignUp(dialog, person)
  await dialog.getByRole('button', { name: /^Sign Up as/ }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('Account created successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()
}

/** Logs in through the modal; an admin lands on /admin, everyone else on /profile. */
export async function logIn(
  page: Page,
  portal: Portal,
  email: string = demo[portal],
  password = demoPassword,
) {
  await page.goto('/')
  const dialog = await openPortal(page, portal)
  await dialog.getByLabel(/^Email/).fill(email)
  await dialog.getByLabel(/^Password/).fill(password)
  await dialog.getByRole('button', { name: /^Login as/ }).click()
  await expect(page).toHaveURL(portal === 'admin' ? '/admin' : '/profile')
  await expect(dialog).toBeHidden()
}

/** The HTML that this person gets at an address, without a browser; it must be there. */
export async function htmlOf(asker: Asker, address: string): Promise<string> {
  const answer = await asker.request.get(address)
  expect(answer.ok(), `${address} is there`).toBe(true)
  return answer.text()
}

/** The text of that HTML. */
export const textAt = async (asker: Asker, address: string) => textOf(await htmlOf(asker, address))

/** The text of the first `element` (a tag name) that contains `words`; empty where none does. */
export const textIn = (html: string, element: string, words: string) => textOf(partOf(html, element, words))

/** The address of the first link with this name on a page, without opening the page. */
export async function linkOn(asker: Asker, address: string, name: string): Promise<string> {
  const link = linksOf(await htmlOf(asker, address)).find((each) => each.name === name)
  expect(link, `the link “${name}” is on ${address}`).toBeDefined()
  return link!.href
}

/** Posts a form as our pages do, without following where the answer leads. */
export const post = (asker: Asker, address: string, form: Record<string, string>) =>
  asker.request.post(address, { form, headers: { 'Sec-Fetch-Site': 'same-origin' }, maxRedirects: 0 })

/** Logs in without the modal, by posting its form, for tests of other subjects. */
export async function enter(
  asker: Asker,
  portal: Portal,
  email: string = demo[portal],
  password = demoPassword,
) {
  const answer = await post(asker, `/login?portal=${portal}`, { intent: 'log-in', portal, email, password })
  expect(answer.status(), `${email} logs in`).toBe(302)
}
