import { expect, it } from 'vitest'
import { actionText, detailText } from './wording.ts'

it.each([
  ['accept', 'Accepted'],
  ['switch-off', 'Switch off'],
  ['constructor', 'Constructor'],
])('the action %s reads %s', (action, text) => {
  expect(actionText(action)).toBe(text)
})

it.each([
  [{}, ''],
  [{ from: 'available' }, 'available'],
  [{ title: 'Tent', from: 'available', to: 'approved' }, 'available → approved; title: Tent'],
  [{ from: null, to: ['a'] }, 'none → ["a"]'],
])('the detail %j reads %j', (detail, text) => {
  expect(detailText(detail)).toBe(text)
})
