import { describe, expect, test } from 'vitest'
import { readForm } from '../form.ts'
import { checkoutForm } from './checkout-form.ts'
import { paymentMethods } from '../status.ts'

const checkout = {
  agreed: 'on',
  paymentMethod: 'cash_on_delivery',
  idempotencyKey: '01983e1c-1111-7abc-8abc-0123456789ab',
  quoteSeen: '0f'.repeat(32),
}

function read(fields: Record<string, string>) {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return readForm(checkoutForm, data)
}

const noPlace = { street: '', city: '', barangay: '', phone: '', note: '' }

describe('a checkout', () => {
  // Spec: S9.9
  test.each(paymentMethods)('with %s and the agreement ticked is read', (paymentMethod) => {
    expect(read({ ...checkout, paymentMethod })).toEqual({
      ok: true,
      value: { ...checkout, paymentMethod, agreed: true, ...noPlace },
    })
  })

  // Spec: S5.21
  test('without the agreement asks for it', () => {
    const { agreed: _, ...rest } = checkout
    for (const fields of [rest, { ...rest, agreed: 'off' }])
      expect(read(fields)).toMatchObject({
        errors: { agreed: 'Please read and accept the rental agreement first.' },
      })
  })

  test('without a payment method asks for it', () => {
    expect(read({ ...checkout, paymentMethod: 'barter' })).toMatchObject({
      errors: { paymentMethod: 'Please choose how to pay.' },
    })
  })

  test.each([
    ['idempotencyKey', 'again'],
    ['quoteSeen', 'abc'],
    ['quoteSeen', '0F'.repeat(32)],
    ['quoteSeen', `${'0f'.repeat(32)}\n`],
  ])('asks to reload when %s is not the page’s own', (name, value) => {
    expect(read({ ...checkout, [name]: value })).toMatchObject({
      errors: { [name]: 'Please reload the page and try again.' },
    })
  })

  test('accepts no total from the browser', () => {
    expect(read({ ...checkout, total: '1' })).toMatchObject({
      formError: "This form has fields we don't know: total",
    })
  })
})
