import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Unbroken } from './unbroken.tsx'

const written = (text: string) => renderToStaticMarkup(createElement(Unbroken, null, text))
const together = (word: string) => `<span class="whitespace-nowrap">${word}</span>`

it.each([
  ['Fujifilm X-T30 II, silver', `Fujifilm ${together('X-T30')} II, silver`],
  ['Next hand-overs and pick-ups', `Next ${together('hand-overs')} and ${together('pick-ups')}`],
  ['No hyphen - none', 'No hyphen - none'],
  ['A thing-that-is-much-too-long for a phone', 'A thing-that-is-much-too-long for a phone'],
  ['<b>X-1</b>', together('&lt;b&gt;X-1&lt;/b&gt;')],
])('%s keeps its words with a hyphen on one line', (text, html) => {
  expect(written(text)).toBe(html)
})
