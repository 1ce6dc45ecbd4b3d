import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'

/** Runs a verb. What it throws is logged and becomes the refusal `unexpected`, so that a form keeps what was typed. */
export async function attempt<T>(ctx: Context, verb: () => Promise<Verdict<T>>): Promise<Verdict<T>> {
  try {
    return await verb()
  } catch (error) {
    ctx.log.error({ err: error }, 'unexpected error')
    return refuse('unexpected', 'An unexpected error occurred. Please try again.')
  }
}
