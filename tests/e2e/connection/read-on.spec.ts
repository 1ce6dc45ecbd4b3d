import type { Page } from '@playwright/test'
import { cuts, layLine, type Line } from '../support/broken-line.ts'
import { ready, toast } from '../support/page-parts.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('town')
test.use({ refusals: [502] })

const lost = 'The site is out of reach. Please check your connection.'

let line: Line
test.beforeEach(async () => void (line = await layLine()))
test.afterEach(() => line.stop())
test.afterEach(({ complaints }) => {
  // The browser says every lost request on its console; nothing else may have gone wrong.
  expect(complaints.splice(0).filter((text) => text.startsWith('uncaught'))).toEqual([])
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name, exact: true })
const dismiss = async (page: Page) => {
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
}

test('A page that is open can be read on when the next one can’t be reached, wherever one goes', async ({
  visit,
}) => {
  const page = await visit({ proxy: { server: line.url } })
  await page.goto('/faq')
  await ready(page)
  for (const cut of cuts) {
    line.breakFor(cut)
    await link(page, 'Products').click()
    await expect(toast(page, 'Failed to load store data.')).toBeVisible()
    await dismiss(page)
    await link(page, 'About').click()
    await expect(toast(page, lost)).toBeVisible()
    await dismiss(page)
    await expect(page).toHaveURL('/faq')
  }
  line.mend()
  await link(page, 'Products').click()
  await expect(heading(page, 'Products')).toBeVisible()
  await link(page, 'About').click()
  await expect(page).toHaveURL('/about')
  // Its pictures may still be on their way when the line is taken up.
  await page.close()
})
