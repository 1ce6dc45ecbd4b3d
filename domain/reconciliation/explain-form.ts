import { z } from 'zod'
import { paragraphs } from '../text.ts'
import { MAX_EXPLANATION } from './reconciliation.ts'

export const explainForm = z.strictObject({
  intent: z.literal('explain'),
  differenceId: z
    .string({ error: 'Please open this page again.' })
    .regex(/^[1-9]\d{0,14}$/, { error: 'Please open this page again.' })
    .transform(Number),
  explanation: paragraphs({ label: 'Explanation', max: MAX_EXPLANATION }),
})
