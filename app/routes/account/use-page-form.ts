import { useActionData, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { fieldsOf } from '#app/ui/fields-of.ts'
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
  return { form, problem, busy: formMethod === 'POST', field: fieldsOf(problem) }
}
