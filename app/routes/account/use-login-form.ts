import { useEffect, useRef } from 'react'
import { useActionData, useFetcher, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'

/**
 * A form of the log-in: in the modal a fetcher sends it, on the page the page itself. `problem` is what the server
 * said, and after it focus goes to the first field that needs another look.
 */
export function useLoginForm(inModal: boolean, intent: string) {
  const fetcher = useFetcher<FormProblem>()
  const pageProblem = useActionData<FormProblem & { intent?: string }>()
  const navigation = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  const answer = inModal ? fetcher.data : pageProblem
  const problem = answer && answer.ok === false ? answer : undefined
  const busy = inModal
    ? fetcher.state !== 'idle'
    : navigation.state !== 'idle' && navigation.formData?.get('intent') === intent
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')?.focus()
  }, [problem])
  const value = (name: string) => {
    const kept = problem?.values[name]
    return typeof kept === 'string' ? kept : undefined
  }
  return { Form: inModal ? fetcher.Form : null, form, problem, busy, value }
}
