import { toast, tracker } from '../support/page-parts.ts'
import { enter, textAt } from '../support/people.ts'
import { plain } from '../support/plain.ts'
import { approvedRental, digitsOn, enterCode, phone } from '../support/phones.ts'
import { expect, testsOn } from '../support/test.ts'

const test = testsOn('demo')
test.use({ refusals: [422, 429] })

test('Two phones: a wrong code, the right one, and the return the other way round', async ({
  visit,
  another,
}) => {
  const [person, owner] = [await another(), await visit(phone)]
  await enter(person, 'renter')
  await enter(owner, 'owner')
  const { page } = await approvedRental(person, owner, 'umbrella')

  const renter = plain(person)
  await renter.open(page)
  await renter.follow('Show the code')
  const code = /aria-label="Code((?: \d){6})"/.exec(renter.html)![1]!.replaceAll(' ', '')
  await owner.goto(page)
  await owner.getByRole('link', { name: 'Enter the code' }).click()
  const field = owner.getByRole('textbox', { name: /^Code/ })
  await enterCode(owner, code === '000000' ? '111111' : '000000', 'Confirm the handover')
  await expect(field).toHaveAccessibleDescription(/That is not the code\. You have 4 more tries\./)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  // The same refusal twice.
  for (const digits of ['12', '34']) {
    await enterCode(owner, digits, 'Confirm the handover')
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  await enterCode(owner, `${code.slice(0, 3)} ${code.slice(3)}`, 'Confirm the handover')
  await expect(toast(owner, 'The handover is confirmed by both.')).toBeVisible()
  await expect(owner.getByText('Handover confirmed by both')).toBeVisible()

  await owner.getByRole('link', { name: 'Show the code' }).click()
  await expect(owner.getByRole('img', { name: 'QR code to scan' })).toBeVisible()
  const back = await digitsOn(owner)
  await renter.open(page)
  expect(renter.text).toContain('Olivia Santos entered it: you both confirmed the handover.')
  await renter.follow('Enter the code')
  await renter.press('Confirm the return', { code: back })
  expect(renter.text).toContain('The return is confirmed by both.')
  expect(renter.text).toContain('Return confirmed by both')
  const [head] = /You both have the same record: \S+/.exec(renter.text)!
  expect(await textAt(owner, page)).toContain(head)
})

test('The word of the owner alone: the renter writes down how it is, objects, and both read why', async ({
  visit,
}) => {
  const [renter, owner] = [await visit(phone), await visit(phone)]
  await enter(renter, 'renter')
  await enter(owner, 'owner')
  const { page } = await approvedRental(renter, owner, 'telephoto')
  const record = plain(renter)
  await record.open(page.replace(tracker, '/handover'))
  await record.press('Save', { condition: 'Dry, one peg is missing.' })
  expect(record.text).toContain('Written down, for both of you.')
  await owner.goto(page)
  await expect(owner.getByText('Condition: Dry, one peg is missing.')).toBeVisible()
  await owner.getByRole('button', { name: /^Mark as Active/ }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Mark as Active' }).click()
  await expect(owner.getByText('Handover said by the owner')).toBeVisible()

  await renter.goto(page)
  await renter.getByRole('link', { name: 'Answer' }).click()
  await renter.getByRole('button', { name: 'No, I object' }).click()
  await expect(renter.getByLabel('What happened')).toHaveAccessibleDescription(/required/)
  await expect(renter.getByLabel('What happened')).toBeFocused()
  await renter.getByLabel('What happened').fill('I was not there yet.')
  await renter.getByRole('button', { name: 'No, I object' }).click()
  await expect(toast(renter, 'Your objection is noted.')).toBeVisible()
  for (const side of [plain(renter), plain(owner)]) {
    await side.open(page)
    expect(side.text).toContain('Handover contested')
    expect(side.text).toContain('I was not there yet.')
  }
})
