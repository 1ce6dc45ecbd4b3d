import type { ShouldRevalidateFunctionArgs } from 'react-router'
import type { FormProblem } from '#domain/form.ts'

/** The answer to a form that did not reach the server. */
export function unsent(values: FormProblem['values'], errors: FormProblem['errors']) {
  return { ok: false as const, unsent: true, values, errors }
}

/**
 * Whether a page is read anew after a form. Not when the form did not reach the server: nothing has changed there, and
 * reading would fail too. Nor when it only said that something was seen: a connection lost then takes no page away.
 */
export function isReadAgain({ actionResult, formData }: ShouldRevalidateFunctionArgs): boolean {
  const unsent = typeof actionResult === 'object' && actionResult !== null && 'unsent' in actionResult
  return !unsent && formData?.get('intent') !== 'seen'
}
