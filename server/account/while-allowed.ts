import type { Actor } from '#domain/actor.ts'
import type { Context } from '../context.ts'
import { readActor } from './read-actor.ts'

/**
 * The pieces of a file, each read only after `gate` let the actor in again, as the database has them at that moment: a
 * browser may take an hour for a file. Throws once the session ended or the gate refuses: the file is then broken off,
 * so that it does not look complete.
 */
export async function* whileAllowed<T>(
  ctx: Pick<Context, 'db' | 'settings' | 'headers'>,
  gate: (actor: Actor) => { ok: boolean },
  pieces: AsyncGenerator<T>,
): AsyncGenerator<T> {
  try {
    for (;;) {
      const { actor } = await readActor(ctx, ctx.headers)
      if (!gate(actor).ok) throw new Error('the session of a download ended')
      const { done, value } = await pieces.next()
      if (done) return
      yield value
    }
  } finally {
    await pieces.return(undefined)
  }
}
