import { useEffect } from 'react'
import { useToast } from './toasts.tsx'

/** Shows `text`, if there is any, as a toast of an error each time the server answers with a new `problem`. */
export function useProblemToast(problem: object | undefined, text: string | null | undefined): void {
  const toast = useToast()
  useEffect(() => {
    if (problem && text) toast({ kind: 'error', text })
  }, [problem, text, toast])
}
