import { toast } from '../support/page-parts.ts'
import { chatAbout } from '../support/paying.ts'
import { enter, textIn } from '../support/people.ts'
import { plain, plainOf } from '../support/plain.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
// A report without a reason, and a message to someone who blocked the writer.
test.use({ refusals: [422, 403] })

test('Someone reports a message and blocks its writer, an admin reads the conversation through the report and closes it', async ({
  page,
  visit,
  another,
}) => {
  await enter(page, 'renter', 'katrina@hiram.test')
  await page.goto(await chatAbout(page, 'crib'))
  const log = page.getByRole('log', { name: 'Messages' })
  const box = page.getByLabel('Message', { exact: true })
  await box.fill('Hi! Text mo ako, 0917 555 0101. See www.example.com')
  await box.press('Enter')
  await expect(log.getByText('until your rental is confirmed')).toBeVisible()
  await expect(log.getByText('Links can lead anywhere.')).toHaveCount(0)
  await expect(page).toHaveURL(/thread_id=/)
  const thread = page.url()

  const owner = await visit()
  await enter(owner, 'owner', 'liza@hiram.test')
  await owner.goto(thread)
  const hers = owner.getByRole('log', { name: 'Messages' })
  await expect(hers.getByText('Links can lead anywhere.')).toBeVisible()
  await expect(hers.getByRole('link', { name: /example\.com/ })).toHaveCount(0)
  await hers.getByRole('link', { name: 'Report this message' }).focus()
  await owner.keyboard.press('Enter')
  await expect(owner.getByRole('heading', { level: 1, name: 'Report this message' })).toBeVisible()
  await expect(owner.getByText('Text mo ako')).toBeVisible()
  await owner.getByRole('button', { name: 'Send report' }).click()
  await expect(owner.getByText('Please choose a reason.')).toBeVisible()
  await owner.getByRole('radio', { name: 'Asks to pay outside the site' }).check()
  await owner.getByRole('button', { name: 'Send report' }).click()
  await expect(owner.getByRole('heading', { level: 1, name: 'Your report is with us' })).toBeVisible()
  await owner.getByRole('link', { name: /^Block / }).click()
  await owner.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(toast(owner, 'You blocked Katrina O.')).toBeVisible()
  await expect(owner.getByText('Unblock them to write again.')).toBeVisible()

  await box.fill('Hello?')
  await box.press('Enter')
  await expect(log.getByRole('alert')).toContainText('not possible at the moment')
  await page.reload()
  await expect(page.getByText('not possible at the moment').first()).toBeVisible()
  // Without a box to edit it in, it can still be discarded.
  await expect(log.getByRole('alert').getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await log.getByRole('alert').getByRole('button', { name: 'Discard' }).click()
  await expect(log.getByText('Hello?')).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('not possible at the moment').first()).toBeVisible()
  await expect(log.getByText('Hello?')).toHaveCount(0)

  const admin = await plainOf(another, 'admin')
  await admin.open('/admin/reports?search=Katrina')
  await admin.follow(/^Look into/)
  expect(admin.text).not.toContain('Hello?')
  await admin.press('Open the conversation')
  expect(textIn(admin.html, 'ol', 'Text mo ako')).toContain(' Reported ')
  await admin.press('Close report', { decision: 'warned', note: 'A number and a link before any rental.' })
  expect(admin.text).toContain('Report closed.')
  await admin.open('/admin/audit-log')
  expect(textIn(admin.html, 'tr', 'Read the conversation')).not.toBe('')

  const blocked = plain(owner)
  await blocked.open('/profile/settings/blocked')
  await blocked.press(/^Unblock Katrina/)
  expect(blocked.text).toContain('You haven’t blocked anyone.')
})
