import { demoPassword, enter, openPortal, textIn } from '../support/people.ts'
import { plain } from '../support/plain.ts'
import { ready, toast } from '../support/page-parts.ts'
import { nextCode, switchOn } from '../support/second-factor.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422] })

test('A person switches two-factor log-in on, logs in with a code, without scripts by a recovery code, and off again', async ({
  page,
  another,
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

  const withoutScripts = plain(await another())
  await withoutScripts.open('/login?portal=renter')
  await withoutScripts.press(/^Login as/, { email: 'rosalinda@hiram.test', password: demoPassword })
  expect(withoutScripts.at).toBe('/login/code')
  await withoutScripts.press('Log in', { code: codes[0] })
  expect(withoutScripts.at).toBe('/profile')

  await withoutScripts.open('/profile/settings/two-factor')
  expect(withoutScripts.text).toContain('You have 9 recovery codes left.')
  await withoutScripts.press('Switch it off', { password: demoPassword, code: codes[1] })
  expect(withoutScripts.text).toContain('Two-factor log-in is off.')
  expect(textIn(withoutScripts.html, 'h2', 'Set it up')).not.toBe('')
})
