import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { CheckoutLine, CheckoutRequest } from '#gateways/payments/port.ts'
import { ProcessorTable } from './processor-table.tsx'

/** How the policy names each field of a checkout; null: it says nothing about the payer. */
const named: Record<Exclude<keyof CheckoutRequest, 'payer' | 'lines'>, string | null> &
  Record<keyof CheckoutRequest['payer'] | keyof CheckoutLine, string | null> = {
  orderNumber: 'the number of your order',
  name: 'your name',
  email: 'email',
  centavos: 'the amounts',
  quantity: null,
  channels: null,
  successUrl: null,
  cancelUrl: null,
}

const tableOf = (uses: { takesPayments: boolean }) =>
  renderToStaticMarkup(createElement(ProcessorTable, { asksGoogle: false, usesPush: false, ...uses }))

it('the policy names PayMongo only where something is paid online', () => {
  expect(tableOf({ takesPayments: false })).not.toContain('PayMongo')
})

it('the policy names everything that PayMongo gets of a payer, also the item and its days', () => {
  const table = tableOf({ takesPayments: true })
  const row = table.split('</tr>').find((each) => each.includes('PayMongo'))
  for (const words of Object.values(named)) if (words) expect(row).toContain(words)
  // The name of a line.
  expect(row).toContain('what you rent with its first or last day')
})
