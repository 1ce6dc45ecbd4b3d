import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Opens the link in the newest mail to an address. */
export async function followMail(page: Page, to: string, path: string) {
  const mail = page.getByRole('article').filter({ hasText: `/${path}?token=` })
  await expect(async () => {
    await page.goto(`/dev/mail?to=${to}`)
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass()
  const link = new RegExp(`/${path}\\?token=[\\w.-]+`).exec(await mail.innerText())![0]
  await page.goto(link)
}
