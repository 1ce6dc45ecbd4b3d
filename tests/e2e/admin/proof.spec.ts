import { demoPassword, enter, htmlOf, linkOn, textIn } from '../support/people.ts'
import { ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [403, 422] })

const heading = { level: 1, name: 'Please confirm that it is you' }

for (const javaScriptEnabled of [true, false])
  test(`An admin who logged in a while ago confirms a payout, ${javaScriptEnabled ? 'with' : 'without'} scripts, and it is recorded as typed`, async ({
    visit,
    site,
  }) => {
    const page = await visit({ javaScriptEnabled })
    await enter(page, 'admin')
    await site.later(16)
    await page.goto('/admin/payouts?record=provider')
    if (javaScriptEnabled) await ready(page)
    const reference = `BPI ${javaScriptEnabled}`
    await page.getByLabel(/^Amount/).fill('12.50')
    await page.getByLabel(/^Reference/).fill(reference)
    await page.getByRole('button', { name: 'Record', exact: true }).click()
    await expect(page.getByRole('heading', heading)).toBeVisible()
    await page.getByLabel(/^Your password/).fill('not it')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByLabel(/^Your password/)).toHaveAccessibleDescription(/not your password/)
    await page.getByLabel(/^Your password/).fill(demoPassword)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(toast(page, '₱12.50 written down.')).toBeVisible()
    const cell = textIn(await htmlOf(page, '/admin/payouts/recorded'), 'td', reference)
    expect(cell.trim()).toMatch(new RegExp(`^${reference}`))

    await site.later(16)
    await page.goto(await linkOn(page, '/admin/users', 'Export CSV'))
    await expect(page.getByRole('heading', heading)).toBeVisible()
    await page.getByLabel(/^Your password/).fill(demoPassword)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Continue' }).click()
    expect((await download).suggestedFilename()).toMatch(/^users-.*\.csv$/)
  })
