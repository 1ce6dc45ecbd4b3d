import { tidyQuestion } from './ask-form.ts'
import { MAX_QUESTION_LENGTH } from './assistant.ts'
import { isQuestion } from './listing.ts'
import { isPromptInjection } from './prompt-injection.ts'

/**
 * Whether a message asks the assistant something: a question that is short enough to be read, and no attempt to
 * change the assistant's instructions.
 *
 * ### Example
 * `Is it waterproof?` asks something, `Thank you!` does not.
 */
export function asksSomething(text: string): boolean {
  const question = tidyQuestion(text)
  return (
    question !== '' &&
    question.length <= MAX_QUESTION_LENGTH &&
    isQuestion(question) &&
    !isPromptInjection(question)
  )
}
