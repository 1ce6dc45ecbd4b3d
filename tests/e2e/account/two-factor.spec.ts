import { demoPassword, enter, openPortal } from '../support/people.ts'
import { ready, toast } from '../support/page-parts.ts'
import { nextCode, switchOn } from '../support/second-factor.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422] })

test('A person switches two-factor log-in on, logs in with a code, without scripts by a recovery code, and off again', async ({
  page,
  visit,
}) => {
  await enter(page, 'renter', 'rosalinda@hiram.test')
  await page.goto('/profile/settings')
  await ready(page)
  await page.getByRole('link', { name: /^Two-factor log-in/ }).click()
  const secret = await switchOn(page)
  await expect(page.getByText('Two-factor log-in is on', { exact: true })).toBeVisible()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download them' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(toast(page, 'Logged out.')).toBeVisible()

  const dialog = await openPortal(page, 'renter')
  await dialog.getByLabel(/^Email/).fill('rosalinda@hiram.test')
  await dialog.getByLabel(/^Password/).fill(demoPassword)
  await dialog.getByRole('button', { name: /^Login as/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Type your code' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByLabel(/^Code/).fill('000000')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByLabel(/^Code/)).toHaveAccessibleDescription(/That code is not right/)
  await page.getByLabel(/^Code/).fill(nextCode(secret))
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/profile')

  const plain = await visit({ javaScriptEnabled: false })
  await plain.goto('/login?portal=renter')
  await plain.getByLabel(/^Email/).fill('rosalinda@hiram.test')
  await plain.getByLabel(/^Password/).fill(demoPassword)
  await plain.getByRole('button', { name: /^Login as/ }).click()
  await expect(plain).toHaveURL('/login/code')
  await plain.getByLabel(/^Code/).fill(codes[0]!)
  await plain.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(plain).toHaveURL('/profile')

  await plain.goto('/profile/settings/two-factor')
  await expect(plain.getByText('You have 9 recovery codes left.')).toBeVisible()
  await plain.getByLabel(/^Your password/).fill(demoPassword)
  await plain.getByLabel(/^Code/).fill(codes[1]!)
  await plain.getByRole('button', { name: 'Switch it off' }).click()
  await expect(toast(plain, 'Two-factor log-in is off.')).toBeVisible()
  await expect(plain.getByRole('heading', { name: 'Set it up' })).toBeVisible()
})
