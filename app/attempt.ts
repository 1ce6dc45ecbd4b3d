import { isDenial } from '#domain/access.ts'
import { refuse, type Refusal, type Verdict } from '#domain/verdict.ts'
import type { Context } from '#server/context.ts'
import { unexpected } from '#app/ui/failure.ts'

/**
 * Runs a use case. An error that it throws is logged and becomes the refusal `unexpected`, so that a form keeps what
 * was typed.
 */
export async function attempt<V extends Verdict>(
  ctx: Context,
  useCase: () => Promise<V>,
): Promise<V | Refusal> {
  try {
    return recordDenial(ctx, await useCase())
  } catch (error) {
    ctx.log.error({ err: error }, 'unexpected error')
    return refuse('unexpected', unexpected)
  }
}

/**
 * Returns the verdict; a refusal that denied access to something of another person or of admins is written into the
 * audit log.
 */
export function recordDenial<V extends Verdict>(ctx: Context, verdict: V): V {
  if (!verdict.ok && isDenial(verdict)) ctx.accessDenied = true
  return verdict
}
