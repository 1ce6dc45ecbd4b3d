import { expect, it } from 'vitest'
import { formToAdd } from '#tests/support/form-to-add.ts'
import { fieldsOf } from '#tests/support/html.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['olivia'])

it('a listing form without scripts that is sent twice lists one thing', async () => {
  const olivia = site.visitor('olivia')
  const open = async (title: string) => {
    const { key } = fieldsOf(await (await olivia.get('/profile/listings?add=1')).text())
    const form = await formToAdd(title)
    form.set('key', key!)
    return form
  }
  const send = async (form: FormData) => {
    // A body of its own for each request, as a browser sends it.
    const copy = new FormData()
    for (const [name, value] of form) copy.append(name, value)
    const answer = await olivia.send(
      '/profile/listings?add=1',
      { method: 'POST', body: copy },
      { headers: { 'sec-fetch-site': 'same-origin' } },
    )
    expect(answer.status).toBe(302)
  }
  const before = (await site.counts()).listing!
  const form = await open('Telescope')
  await Promise.all([send(form), send(form)])
  await send(form)
  expect((await site.counts()).listing).toBe(before + 1)
  await send(await open('Telescope'))
  expect((await site.counts()).listing).toBe(before + 2)
})
