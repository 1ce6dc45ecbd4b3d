import { useActionData, useFetcher, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'
import { fieldsOf } from '#app/ui/fields-of.ts'
import { useFirstInvalidField } from '#app/ui/use-first-invalid-field.ts'

/**
 * A form of the log-in: in the modal a fetcher sends it, on the page a navigation. `problem` is the server's answer;
 * after it the focus moves to the first field with an error.
 */
export function useLoginForm(inModal: boolean, intent: string) {
  const fetcher = useFetcher<FormProblem>()
  const pageProblem = useActionData<FormProblem & { intent?: string }>()
  const navigation = useNavigation()
  const answer = inModal ? fetcher.data : pageProblem
  const problem = answer && answer.ok === false ? answer : undefined
  const form = useFirstInvalidField(problem)
  const busy = inModal
    ? fetcher.state !== 'idle'
    : navigation.state !== 'idle' && navigation.formData?.get('intent') === intent
  return { Form: inModal ? fetcher.Form : null, form, problem, busy, field: fieldsOf(problem) }
}
