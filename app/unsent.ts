import type { FormProblem } from '#domain/form.ts'

/** The answer to a form that did not reach the server. */
export function unsent(values: FormProblem['values'], errors: FormProblem['errors']) {
  return { ok: false as const, unsent: true, values, errors }
}

/** Whether a form did not reach the server: nothing has changed there, and reading it anew would fail too. */
export function isUnsent(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'unsent' in result
}
