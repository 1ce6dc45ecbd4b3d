import { z } from 'zod'
import { placeFields } from '../address/place-form.ts'
import { paymentMethods } from '../status.ts'

const agreementRequired = 'Please read and accept the rental agreement first.'

const reload = 'Please reload the page and try again.'

/**
 * The checkout form. `idempotencyKey` makes two clicks one order; `quoteSeen` is the SHA-256 of what the renter saw
 * and agreed to, in hex.
 */
export const checkoutForm = z.strictObject({
  agreed: z.literal('on', { error: agreementRequired }).transform(() => true as const),
  paymentMethod: z.enum(paymentMethods, { error: 'Please choose how to pay.' }),
  idempotencyKey: z.uuid({ error: reload }),
  quoteSeen: z.string({ error: reload }).regex(/^[0-9a-f]{64}$/, { error: reload }),
  // Where lines with delivery are brought.
  ...placeFields,
})
