import type { Verdict } from '#domain/verdict.ts'
import type { Flash } from '#app/flash.ts'

/** What became of an admin's action as a toast: `done`, or `failed: why`. */
export function verdictToast(verdict: Verdict, done: string, failed: string): Flash {
  return verdict.ok
    ? { kind: 'success', text: done }
    : { kind: 'error', text: `${failed}: ${verdict.message}` }
}
