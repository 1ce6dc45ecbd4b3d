import { expect, test } from 'vitest'
import { flashCookie, readFlash } from './flash.ts'

const shown = async (text: string) => {
  const [cookie] = (await flashCookie({ kind: 'success', text })).split(';')
  return (await readFlash(new Headers({ cookie: cookie! }))).flash?.text
}

test('a toast is shown that names the longest email, and none with a text that the site never sends', async () => {
  const text = `We mailed a link to ${'a'.repeat(254)}. Your email changes when you follow it.`
  expect(await shown(text)).toBe(text)
  expect(await shown('a'.repeat(401))).toBeUndefined()
})
