import { expect, type Page } from '@playwright/test'
import { type Asker, textAt } from './people.ts'

/** Waits until the newest mail to somebody has a link to `path`; returns the link's address. */
export async function mailedLink(asker: Asker, to: string, path: string): Promise<string> {
  const link = new RegExp(`/${path}\\?token=[\\w.-]+`)
  await expect.poll(() => textAt(asker, `/dev/mail?to=${to}`)).toMatch(link)
  return link.exec(await textAt(asker, `/dev/mail?to=${to}`))![0]
}

/** Opens the link in the newest mail to an address. */
export const followMail = async (page: Page, to: string, path: string) =>
  void (await page.goto(await mailedLink(page, to, path)))
