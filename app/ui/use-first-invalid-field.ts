import { useEffect, useRef } from 'react'

/**
 * Returns the ref of a form. When the server answers with a new `problem`, the focus moves to the first field with an
 * error.
 */
export function useFirstInvalidField(problem: object | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')?.focus()
  }, [problem])
  return form
}
