import { useEffect, useRef } from 'react'
import { useActionData, useNavigation } from 'react-router'
import type { FormProblem } from '#domain/form.ts'

/**
 * A form that the page itself sends. `problem` is what the server said of it, and after it focus goes to the first
 * field that needs another look.
 */
export function usePageForm() {
  const answer = useActionData<FormProblem>()
  const problem = answer?.ok === false ? answer : undefined
  const form = useRef<HTMLFormElement>(null)
  const { formMethod } = useNavigation()
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problem])
  const value = (name: string) => {
    const kept = problem?.values[name]
    return typeof kept === 'string' ? kept : undefined
  }
  return { form, problem, busy: formMethod === 'POST', value }
}
