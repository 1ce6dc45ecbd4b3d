import { z } from 'zod'
import { amount, claimPhotos, optionalAmount } from '../deposit/claim-form.ts'
import { line, paragraphs } from '../text.ts'
import { type DisputeKind, disputeKinds, MAX_STATEMENT_TEXT } from './dispute.ts'

const kinds = Object.keys(disputeKinds) as [DisputeKind, ...DisputeKind[]]

/** The form in which one of two people opens a dispute about their rental. */
export const openForm = z.strictObject({
  kind: z.enum(kinds, { error: 'Please choose what it is about.' }),
  text: paragraphs({ label: 'What happened', max: MAX_STATEMENT_TEXT }),
  asked: optionalAmount('Amount'),
  photoIds: claimPhotos,
})

/** The form with an answer in a dispute, and what one asks for oneself. */
export const answerDisputeForm = z.strictObject({
  answer: paragraphs({ label: 'Your answer', max: MAX_STATEMENT_TEXT }),
  asked: optionalAmount('Amount'),
  photoIds: claimPhotos,
})

/** The form of an appeal. */
export const appealForm = z.strictObject({
  appeal: paragraphs({ label: 'What is new', max: MAX_STATEMENT_TEXT }),
  photoIds: claimPhotos,
})

/**
 * The form in which an admin decides, and says why. Where the renter never got the item, it says how much goes back to
 * them, also if that is nothing.
 */
export const decisionForm = z
  .strictObject({
    grantedCentavos: amount('Amount'),
    rentCentavos: optionalAmount('Back to the renter'),
    goodwillCentavos: optionalAmount('Goodwill'),
    goodwillTo: line({ label: 'Goodwill to', max: 10, min: 0 }).transform((text) =>
      text === 'renter' || text === 'owner' ? text : null,
    ),
    gotIt: z.enum(['yes', 'no'], { error: 'Please choose whether the renter got it.' }).default('yes'),
    decision: paragraphs({ label: 'Reason', max: MAX_STATEMENT_TEXT }),
  })
  .superRefine(({ gotIt, rentCentavos }, ctx) => {
    if (gotIt !== 'no' || rentCentavos !== null) return
    const message = 'Please say how much goes back to the renter, also if it is nothing.'
    ctx.addIssue({ code: 'custom', path: ['rentCentavos'], message })
  })
