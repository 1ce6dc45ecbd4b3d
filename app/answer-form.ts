import type { z } from 'zod'
import { readForm } from '#domain/form.ts'
import type { Refusal, Verdict } from '#domain/verdict.ts'
import { unexpected } from '#app/ui/failure.ts'
import type { Context } from '#server/context.ts'
import { attempt } from './attempt.ts'
import { redirectWithToast } from './flash.ts'
import { answerProblem, answerRefusal, typedValues } from './request.ts'

type Accepted<V extends Verdict> = Extract<V, { ok: true }>
type Refused<V extends Verdict> = Exclude<V, { ok: true }> | Refusal
/** A text, or a function that makes it from the use case's answer and the form. */
type Text<V extends Verdict, F> = string | ((accepted: Accepted<V>, form: F) => string)

/** The same text, with the form already passed to it. */
function withForm<V extends Verdict, F>(text: Text<V, F>, form: F) {
  return typeof text === 'string' ? text : (accepted: Accepted<V>) => text(accepted, form)
}

/** What follows when the use case accepts: a page with a toast, or an answer of its own, as one that sets cookies. */
type Success<V extends Verdict, F, Answer> =
  | { to: string; done: Text<V, F>; answer?: undefined }
  | { answer: (accepted: Accepted<V>, form: F) => Answer }

type FormAction<S extends z.ZodObject, V extends Verdict, Answer> = Success<V, z.output<S>, Answer> & {
  schema: S
  /** Calls the use case with the form. */
  act: (form: z.output<S>) => Promise<V>
  /** The field beside which a refusal is shown; the whole form by default. */
  fieldOf?: (refusal: Refused<V>) => string | undefined
  /**
   * The page on which a refusal is shown as a toast, when it is not shown in the form. It is not asked for an
   * unexpected error, as the same form can be sent again.
   */
  toastAt?: (refusal: Refusal) => string | undefined
  /** The text of the toast before the reason of a refusal, such as `Error explaining the difference`. */
  failed?: string
}

/**
 * Answers a form with fields. Errors of the form, and refusals for which `toastAt` names no page, are shown in the
 * form, which keeps what was typed.
 */
export async function answerForm<S extends z.ZodObject, V extends Verdict, Answer = never>(
  ctx: Context,
  formData: FormData,
  { schema, act, fieldOf, toastAt, failed, ...success }: FormAction<S, V, Answer>,
) {
  const form = readForm(schema, formData)
  if (!form.ok) return answerProblem(form)
  const verdict: Verdict = await attempt(ctx, () => act(form.value))
  if (verdict.ok)
    return success.answer
      ? success.answer(verdict as Accepted<V>, form.value)
      : redirectWithVerdict<V>(success.to, verdict as V, withForm(success.done, form.value))
  const page = verdict.reason === 'unexpected' ? undefined : toastAt?.(verdict)
  if (page !== undefined) return redirectWithVerdict(page, verdict, '', failed)
  return answerRefusal(verdict, { field: fieldOf?.(verdict as Refused<V>), values: typedValues(formData) })
}

type ButtonAction<S extends z.ZodObject, V extends Verdict> = {
  schema: S
  act: (form: z.output<S>) => Promise<V>
  /** The page on which the toast of a success is shown. */
  to: string
  /** The page on which the toast of a refusal, or of an invalid form, is shown; `to` by default. */
  refusedAt?: string
  done: Text<V, z.output<S>>
  /** The text before the reason of a refusal, such as `Error deleting tag`. */
  failed?: string | ((form: z.output<S>) => string)
}

/** Answers a form with buttons only: redirects to a page and shows the result there as a toast. */
export async function answerButton<S extends z.ZodObject, V extends Verdict>(
  ctx: Context,
  formData: FormData,
  { schema, act, to, refusedAt = to, done, failed }: ButtonAction<S, V>,
) {
  const form = readForm(schema, formData)
  if (!form.ok) return redirectWithToast(refusedAt, { kind: 'error', text: unexpected })
  const verdict = await attempt(ctx, () => act(form.value))
  const page = verdict.ok ? to : refusedAt
  return redirectWithVerdict<V>(
    page,
    verdict,
    withForm(done, form.value),
    typeof failed === 'function' ? failed(form.value) : failed,
  )
}

/**
 * Redirects to a page and shows the result of an action there: `done`, or the reason of the refusal, after `failed`.
 */
export function redirectWithVerdict<V extends Verdict>(
  to: string,
  verdict: V | Refusal,
  done: string | ((accepted: Accepted<V>) => string),
  failed?: string,
) {
  if (verdict.ok) {
    const text = typeof done === 'string' ? done : done(verdict as Accepted<V>)
    return redirectWithToast(to, { kind: 'success', text })
  }
  return redirectWithToast(to, {
    kind: 'error',
    text: failed ? `${failed}: ${verdict.message}` : verdict.message,
  })
}
