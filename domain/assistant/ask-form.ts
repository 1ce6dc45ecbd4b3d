import { z } from 'zod'
import { countCharacters } from '../characters.ts'
import { tidyParagraphs, withoutHidden } from '../text.ts'
import { MAX_QUESTION_LENGTH } from './assistant.ts'

/**
 * A question as it is stored and answered: composed (NFC), and without hidden characters.
 * ### Example Of `How do I can\u200bcel?` it is `How do I cancel?`.
 */
export function tidyQuestion(typed: string): string {
  return tidyParagraphs(withoutHidden(typed))
}

/** The form that asks a question. An empty question passes, but the page does not send it. */
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
