import { expect, test } from 'vitest'
import { readForm } from '../form.ts'
import { answerDisputeForm, decisionForm as grantForm, openForm } from './dispute-forms.ts'

function formOf(fields: Record<string, string>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

test('a dispute says what it is about and what happened, and asks for money or not', () => {
  const form = { kind: 'late', text: 'Two days late.' }
  expect(readForm(openForm, formOf(form))).toEqual({
    ok: true,
    value: { ...form, asked: null, photoIds: [] },
  })
  expect(readForm(openForm, formOf({ ...form, asked: '12.50' }))).toMatchObject({ value: { asked: 1_250 } })
  expect(readForm(openForm, formOf({ ...form, kind: 'other', asked: '1e3', text: '' }))).toMatchObject({
    errors: {
      kind: 'Please choose what it is about.',
      asked: 'Please enter an amount of money, such as 250 or 250.50.',
      text: 'What happened is required.',
    },
  })
})

test('a decision may grant nothing, and always says why', () => {
  expect(readForm(grantForm, formOf({ grantedCentavos: '0', decision: 'It was so before.' }))).toMatchObject({
    value: { grantedCentavos: 0 },
  })
  expect(readForm(grantForm, formOf({ grantedCentavos: '0', decision: '' }))).toMatchObject({
    errors: { decision: 'Reason is required.' },
  })
})

test('what is asked for or decided can be as much as an order can be, which is more than a deposit', () => {
  const most = '9,999,999.99'
  const opened = { kind: 'not-as-described', text: 'It never worked.', asked: most }
  expect(readForm(openForm, formOf(opened))).toMatchObject({ value: { asked: 999_999_999 } })
  expect(readForm(answerDisputeForm, formOf({ answer: 'No.', asked: most }))).toMatchObject({ ok: true })
  const decided = { grantedCentavos: most, rentCentavos: most, decision: 'It never worked.' }
  expect(readForm(grantForm, formOf(decided))).toMatchObject({
    value: { grantedCentavos: 999_999_999, rentCentavos: 999_999_999 },
  })
  expect(readForm(grantForm, formOf({ ...decided, rentCentavos: '10,000,000' }))).toMatchObject({
    errors: { rentCentavos: 'Back to the renter can be at most ₱9,999,999.99.' },
  })
})

test('a decision that the renter never got the item says how much goes back, also if that is nothing', () => {
  const decided = { grantedCentavos: '0', gotIt: 'no', decision: 'Nobody was there.' }
  expect(readForm(grantForm, formOf(decided))).toMatchObject({
    errors: { rentCentavos: 'Please say how much goes back to the renter, also if it is nothing.' },
  })
  expect(readForm(grantForm, formOf({ ...decided, rentCentavos: '0' }))).toMatchObject({ ok: true })
  expect(readForm(grantForm, formOf({ ...decided, gotIt: 'yes' }))).toMatchObject({ ok: true })
})

test('an answer is a text of at most 2,000 characters', () => {
  expect(readForm(answerDisputeForm, formOf({ answer: 'It came so.' }))).toMatchObject({ ok: true })
  for (const answer of ['', ' \u200b', 'a'.repeat(2001)])
    expect(readForm(answerDisputeForm, formOf({ answer }))).toMatchObject({ ok: false })
})
