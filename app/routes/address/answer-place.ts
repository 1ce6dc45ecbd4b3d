import type { PlaceRefusal } from '#domain/address/place-form.ts'
import type { Refusal } from '#domain/verdict.ts'
import { answerProblem, answerRefusal, typedValues } from '#app/request.ts'

/** A refusal as an answer to a form with a place: its messages beside their fields; what was typed is kept. */
export function answerPlace(refusal: Refusal | PlaceRefusal, formData: FormData) {
  const values = typedValues(formData)
  if (!('errors' in refusal)) return answerRefusal(refusal, { values })
  return answerProblem({ ok: false, values, errors: { ...refusal.errors } })
}
