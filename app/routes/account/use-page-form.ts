import { useActionData, useNavigation } from 'react-router'
import { type FormProblem, typedIn } from '#domain/form.ts'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'

/**
 * A form that a navigation sends. `problem` is the server's answer; after it the focus moves to the first field with
 * an error.
 */
export function usePageForm() {
  const answer = useActionData<FormProblem>()
  const problem = answer?.ok === false ? answer : undefined
  const form = useFirstInvalidField(problem)
  const { formMethod } = useNavigation()
  const value = (name: string) => typedIn(problem, name)
  return { form, problem, busy: formMethod === 'POST', value }
}
