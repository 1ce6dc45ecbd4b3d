import { z } from 'zod'

/** The form behind the switch link of an email: it switches emails of that kind off or on. */
export const switchForm = z.strictObject({
  token: z.string({ error: 'Please open the link of the email again.' }).max(200),
  on: z
    .enum(['yes', 'no'], { error: 'Please press one of the buttons.' })
    .transform((answer) => answer === 'yes'),
})
