import { expect, type Page } from '@playwright/test'
import { partOf, textOf } from '#tests/support/html.ts'
import { type Asker, htmlOf } from './people.ts'

/** The address of the link to `path` in the newest mail to somebody. */
export async function mailedLink(asker: Asker, to: string, path: string): Promise<string> {
  const link = new RegExp(`/${path}\\?token=[\\w.-]+`)
  let mail = ''
  await expect(async () => {
    mail = textOf(partOf(await htmlOf(asker, `/dev/mail?to=${to}`), 'article', `/${path}?token=`))
    expect(mail).toMatch(link)
  }).toPass()
  return link.exec(mail)![0]
}

/** Opens the link in the newest mail to an address. */
export const followMail = async (page: Page, to: string, path: string) =>
  void (await page.goto(await mailedLink(page, to, path)))
