import { z } from 'zod'
import { countCharacters, tidyParagraphs, withoutHidden } from '../text.ts'
import { MAX_QUESTION_LENGTH } from './assistant.ts'

/**
 * A question as it is kept and answered: composed (NFC), and without anything that hides in it.
 *
 * ### Example
 * Of `How do I can\u200bcel?` it is `How do I cancel?`.
 */
export function tidyQuestion(typed: string): string {
  return tidyParagraphs(withoutHidden(typed))
}

/** The form that asks. An empty question is read as such, and not sent. */
export const askForm = z.strictObject({
  intent: z.literal('ask'),
  text: z
    .string({ error: 'Your question should be text.' })
    .default('')
    .transform((typed, ctx) => {
      const text = tidyQuestion(typed)
      const count = countCharacters(text)
      if (count <= MAX_QUESTION_LENGTH) return text
      const message = `A question can have at most ${MAX_QUESTION_LENGTH} characters. It has ${count}.`
      ctx.issues.push({ code: 'custom', input: typed, message })
      return z.NEVER
    }),
})

/** The form that clears a conversation. */
export const clearForm = z.strictObject({ intent: z.literal('clear') })
