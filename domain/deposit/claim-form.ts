import { z } from 'zod'
import { type Centavos, formatPeso, isTooLarge, MAX_TYPED_CENTAVOS, parsePeso } from '../money.ts'
import { photoIds } from '../photo-ids.ts'
import { line, paragraphs } from '../text.ts'
import { MAX_CLAIM_PHOTOS, MAX_DEPOSIT_CENTAVOS } from './deposit.ts'

const MAX_CLAIM_TEXT = 2000
export const tooManyClaimPhotos = `A claim can have at most ${MAX_CLAIM_PHOTOS} photos.`
const amountInvalid = 'Please enter an amount of money, such as 250 or 250.50.'

/** An amount as typed, in centavos. The rules of deposits and disputes check how much it may be. */
export const amount = (label: string, most = MAX_TYPED_CENTAVOS) =>
  line({ label, max: 40 }).transform(centavosFrom(label, most))

/** An amount that may be left out: then it is null. */
export const optionalAmount = (label: string) =>
  line({ label, max: 40, min: 0 }).transform((text, ctx) =>
    text === '' ? null : centavosFrom(label, MAX_TYPED_CENTAVOS)(text, ctx),
  )

const centavosFrom =
  (label: string, most: Centavos) =>
  (text: string, ctx: z.core.$RefinementCtx<string>): Centavos => {
    const centavos = parsePeso(text)
    if (centavos !== null && centavos <= most) return centavos
    const isOver = centavos !== null || isTooLarge(text)
    ctx.issues.push({
      code: 'custom',
      input: text,
      message: isOver ? `${label} can be at most ${formatPeso(most)}.` : amountInvalid,
    })
    return z.NEVER
  }

/** The photos of a claim or of what somebody says in a dispute. */
export const claimPhotos = photoIds(MAX_CLAIM_PHOTOS, tooManyClaimPhotos)

/** The form in which an owner claims a part of a deposit and says why. */
export const claimForm = z.strictObject({
  centavos: amount('Amount', MAX_DEPOSIT_CENTAVOS),
  beyondCentavos: optionalAmount('Beyond the deposit'),
  reason: paragraphs({ label: 'Reason', max: MAX_CLAIM_TEXT }),
  photoIds: claimPhotos,
})
export type ClaimForm = z.output<typeof claimForm>
