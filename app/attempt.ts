import { isDenial } from '#domain/access.ts'
import { refuse, type Refusal, type Verdict } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'

/**
 * Runs a verb. What it throws is logged and becomes the refusal `unexpected`, so that a form keeps what was typed.
 */
export async function attempt<V extends Verdict>(ctx: Context, verb: () => Promise<V>): Promise<V | Refusal> {
  try {
    return noteDenial(ctx, await verb())
  } catch (error) {
    ctx.log.error({ err: error }, 'unexpected error')
    return refuse('unexpected', 'An unexpected error occurred. Please try again.')
  }
}

/** A verdict as it is; that it refused what is another's or an admin's is written into the audit log. */
export function noteDenial<V extends Verdict>(ctx: Context, verdict: V): V {
  if (!verdict.ok && isDenial(verdict)) ctx.refused = true
  return verdict
}
