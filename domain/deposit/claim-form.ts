import { z } from 'zod'
import { type Centavos, formatPeso, parsePeso } from '../money.ts'
import { line, paragraphs } from '../text.ts'
import { MAX_CLAIM_PHOTOS, MAX_DEPOSIT_CENTAVOS } from './deposit.ts'

export const MAX_CLAIM_TEXT = 2000
export const tooManyClaimPhotos = `A claim can have at most ${MAX_CLAIM_PHOTOS} photos.`
export const amountInvalid = 'Please enter an amount of money, such as 250 or 250.50.'

/** An amount as typed, in centavos. Whether it may be so much is the rule's to say. */
const amount = (label: string) =>
  line({ label, max: 40 }).transform((text, ctx): Centavos => {
    const centavos = parsePeso(text)
    if (centavos !== null && centavos <= MAX_DEPOSIT_CENTAVOS) return centavos
    ctx.issues.push({
      code: 'custom',
      input: text,
      message:
        centavos === null ? amountInvalid : `${label} can be at most ${formatPeso(MAX_DEPOSIT_CENTAVOS)}.`,
    })
    return z.NEVER
  })

const photoId = z.uuid({ error: 'A photo could not be recognised. Please upload it again.' })

/** What an owner claims of a deposit, and why. */
export const claimForm = z.strictObject({
  centavos: amount('Amount'),
  reason: paragraphs({ label: 'Reason', max: MAX_CLAIM_TEXT }),
  photoIds: z
    .array(photoId, { error: 'Please upload the photos again.' })
    .max(MAX_CLAIM_PHOTOS, { error: tooManyClaimPhotos })
    .default([])
    .transform((ids) => [...new Set(ids)]),
})
export type ClaimForm = z.output<typeof claimForm>

/** The renter's side of a claim. */
export const answerForm = z.strictObject({
  answer: paragraphs({ label: 'Your answer', max: MAX_CLAIM_TEXT }),
})

/** What an admin grants of a claim, and why. */
export const grantForm = z.strictObject({
  grantedCentavos: amount('Amount'),
  decision: paragraphs({ label: 'Reason', max: MAX_CLAIM_TEXT }),
})
