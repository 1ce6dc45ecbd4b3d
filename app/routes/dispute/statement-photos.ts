import { tooManyClaimPhotos } from '#domain/deposit/claim-form.ts'
import { MAX_CLAIM_PHOTOS } from '#domain/deposit/deposit.ts'

/** The photos that come with a claim or a statement in a dispute; `readers` see them, such as `you two`. */
export const statementPhotos = (readers: string) =>
  ({
    max: MAX_CLAIM_PHOTOS,
    tooMany: tooManyClaimPhotos,
    required: false,
    purpose: 'statement',
    hint: `Up to ${MAX_CLAIM_PHOTOS}, each at most 10 MB. Only ${readers} and our admins see them.`,
  }) as const
