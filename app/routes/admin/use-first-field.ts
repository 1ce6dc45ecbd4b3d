import { useEffect, useRef } from 'react'
import type { FormProblem } from '#domain/form.ts'

/** A form that a link of the page has opened: its first field has the focus, or the first that was refused. */
export function useFirstField(problem: FormProblem | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const field = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    ;(field('[aria-invalid=true]') ?? field('input:not([type=hidden]), select, textarea'))?.focus()
  }, [problem])
  return form
}
