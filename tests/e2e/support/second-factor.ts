import { expect, type Page } from '@playwright/test'
import { appCode } from '#tests/support/second-factor.ts'
import { demoPassword, enter } from './people.ts'

/** The code that an app shows in half a minute, which is good already: the one it shows now may be used. */
export const nextCode = (secret: string): string => appCode(secret, new Date(Date.now() + 30_000))

/** Switches two-factor log-in on by the forms of the page that is open, and gives the key of the app. */
export async function switchOn(page: Page): Promise<string> {
  await page.getByLabel(/^Your password/).fill(demoPassword)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.locator('dt:text-is("Key") + dd').innerText()).replaceAll(' ', '')
  await page.getByLabel(/^Code that the app shows/).fill(appCode(secret, new Date()))
  await page.getByRole('button', { name: 'Switch it on' }).click()
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  return secret
}

/** Leads a guest to the second step of a log-in, as someone who switches two-factor log-in on for that. */
export async function toSecondStep(page: Page, email: string): Promise<string> {
  const post = { headers: { 'Sec-Fetch-Site': 'same-origin' }, maxRedirects: 0 }
  await enter(page, 'renter', email)
  await page.goto('/profile/settings/two-factor')
  if (page.url().endsWith('/two-factor')) {
    await switchOn(page)
    await page.request.post('/logout', post)
    await enter(page, 'renter', email)
  }
  return '/login/code'
}
