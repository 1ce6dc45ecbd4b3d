import { useEffect, useRef } from 'react'
import type { FormProblem } from '#domain/form.ts'

/**
 * Returns the ref of a form. When a link of the page has opened it (`isOpened`), and after each `problem`, the focus
 * moves to the first field with an error, or else to the first field.
 */
export function useFirstField(problem: FormProblem | undefined, isOpened: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!problem && !isOpened) return
    const field = (selector: string) => form.current?.querySelector<HTMLElement>(selector)
    ;(
      field('[aria-invalid=true], [data-invalid=true]') ?? field('input:not([type=hidden]), select, textarea')
    )?.focus()
  }, [problem, isOpened])
  return form
}
