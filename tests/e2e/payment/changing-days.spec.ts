import { enter, htmlOf, linkOn, textIn } from '../support/people.ts'
import { section, toast, tracker } from '../support/page-parts.ts'
import { approve, intoCart, orderOnline } from '../support/paying.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')

// Spec: D50
test('A renter asks for more days with the price before them, the owner agrees, and they are paid', async ({
  page,
  visit,
  site,
}) => {
  await enter(page, 'renter', 'grace@hiram.test')
  const title = await intoCart(page, 'generator', { startsIn: 10 })
  const { number, checkoutId } = await orderOnline(page)
  await site.emulator('pay', { checkoutId, channel: 'gcash' })
  await htmlOf(page, `/checkout/return?order=${number}`)
  const owner = await visit()
  await enter(owner, 'owner', 'jun@hiram.test')
  await approve(owner, title)

  await page.goto(await linkOn(page, tracker, `Change the days of ${title}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Change the days' })).toBeVisible()
  const more = section(page, 'Keep it longer')
  await expect(more).toContainText('24 hours to answer')
  const choice = more.getByRole('radio', { name: /^3 more days, until / })
  const price = /: (₱[\d,.]+) more$/.exec(await more.getByText(/^3 more days, until /).innerText())![1]!
  await choice.check()
  await more.getByRole('button', { name: 'Ask for more days' }).click()
  await expect(toast(page, 'Asked. We tell you as soon as there is an answer.')).toBeVisible()
  await expect(section(page, 'Open request')).toContainText('or nothing changes')
  await expect(section(page, 'Open request')).toContainText(`${price} more`)

  await owner.goto(tracker)
  const lent = owner.getByRole('article').filter({ hasText: number })
  await expect(lent).toContainText('asks for this: 3 more days')
  await lent.getByRole('button', { name: `Agree: ${title}` }).click()
  await expect(toast(owner, 'Agreed. The days change once the renter has paid.')).toBeVisible()

  // The renter's page follows by itself.
  await section(page, 'Open request')
    .getByRole('link', { name: `Pay for the new days of ${title}` })
    .click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your order waits for your payment' }),
  ).toBeVisible()
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  await expect(page).toHaveTitle(/PayMongo emulator/)
  await expect(page.getByText(price).first()).toBeVisible()
  await site.emulator('pay', {
    checkoutId: new URL(page.url()).pathname.split('/').at(-1)!,
    channel: 'gcash',
  })
  const rental = async () => textIn(await htmlOf(page, tracker), 'article', number)
  await expect.poll(rental).toContain('6 days, until')
  expect(textIn(await htmlOf(page, `/receipt/${number}`), 'section', 'Items')).toContain('6 days')
})

test.describe('Without scripts', () => {
  test.use({ javaScriptEnabled: false, refusals: [422] })

  test('a renter chooses, is told what is missing, asks, and takes it back', async ({ page, visit }) => {
    await enter(page, 'renter')
    await page.goto(tracker)
    const rental = section(page, 'Approved').getByRole('article').first()
    await rental.getByRole('link', { name: /^Change the days of/ }).click()
    // They have something late, which they are told where they would ask for more.
    await expect(section(page, 'Keep it longer')).toContainText('Please bring back first')
    const fewer = section(page, 'Give days back')
    await fewer.getByRole('button', { name: 'Ask for fewer days' }).click()
    await expect(page.getByText('Please choose the new last day.').first()).toBeVisible()
    await fewer
      .getByRole('radio', { name: /: ₱[\d,.]+ back$/ })
      .first()
      .check()
    await fewer.getByRole('button', { name: 'Ask for fewer days' }).click()
    await expect(page.getByText('Asked. We tell you as soon as there is an answer.')).toBeVisible()
    const stranger = await visit({ javaScriptEnabled: false })
    await enter(stranger, 'renter', 'grace@hiram.test')
    const answer = await stranger.request.get(page.url())
    expect(answer.status()).toBe(404)
    await section(page, 'Open request')
      .getByRole('button', { name: /^Take it back/ })
      .click()
    await expect(page.getByText('Taken back. The rental stays as it was.')).toBeVisible()
    await expect(section(page, 'Asked before')).toContainText('Taken back')
  })
})
