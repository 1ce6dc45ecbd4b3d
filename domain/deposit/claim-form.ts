import { z } from 'zod'
import { type Centavos, formatPeso, parsePeso } from '../money.ts'
import { line, paragraphs } from '../text.ts'
import { MAX_CLAIM_PHOTOS, MAX_DEPOSIT_CENTAVOS } from './deposit.ts'

export const MAX_CLAIM_TEXT = 2000
export const tooManyClaimPhotos = `A claim can have at most ${MAX_CLAIM_PHOTOS} photos.`
export const amountInvalid = 'Please enter an amount of money, such as 250 or 250.50.'

/** An amount as typed, in centavos. `decideClaim` and `decideGrant` check how much it may be. */
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

/** The form in which an owner claims a part of a deposit and says why. */
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

/** The form with the renter's answer to a claim. */
export const answerForm = z.strictObject({
  answer: paragraphs({ label: 'Your answer', max: MAX_CLAIM_TEXT }),
})

/** The form in which an admin grants a part of a claim and says why. */
export const grantForm = z.strictObject({
  grantedCentavos: amount('Amount'),
  decision: paragraphs({ label: 'Reason', max: MAX_CLAIM_TEXT }),
})
