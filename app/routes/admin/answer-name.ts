import type { Verdict } from '#domain/verdict.ts'
import { type Flash, redirectWithToast } from '#app/flash.ts'
import { answerRefusal, typed } from '#app/request.ts'

/** What is said of a form that no page of ours sends. */
export const unreadable: Flash = {
  kind: 'error',
  text: 'An unexpected error occurred. Please try again.',
}

type Naming = { back: string; done: string; formData: FormData; field?: string }

/** What became of a form that names something: a toast, or the refusal beside the field. */
export function answerName(verdict: Verdict, { back, done, formData, field = 'name' }: Naming) {
  if (verdict.ok) return redirectWithToast(back, { kind: 'success', text: done })
  if (verdict.reason === 'not-found') return redirectWithToast(back, { kind: 'error', text: verdict.message })
  const values = typed(formData)
  return answerRefusal(verdict, verdict.reason === 'unexpected' ? { values } : { field, values })
}
