import type { Actor } from '#domain/actor.ts'
import type { Context } from '../context.ts'
import { readActor } from './read-actor.ts'

/** The failure of a download whose actor may no longer read it. */
export class DownloadEnded extends Error {
  constructor() {
    super('the actor may no longer read the file of this download')
  }
}

/**
 * Yields the pieces of a file. Before it reads each piece, it reads the actor from the database again and asks `gate`:
 * a download may take an hour, and the session or the role may end meanwhile. Throws `DownloadEnded` when `gate`
 * refuses, as it does for a guest: the download then fails, so that nobody takes a part for the whole file.
 */
export async function* whileAllowed<T>(
  ctx: Pick<Context, 'db' | 'settings' | 'headers'>,
  gate: (actor: Actor) => { ok: boolean },
  pieces: AsyncGenerator<T>,
): AsyncGenerator<T> {
  try {
    for (;;) {
      const { actor } = await readActor(ctx, ctx.headers)
      if (!gate(actor).ok) throw new DownloadEnded()
      const { done, value } = await pieces.next()
      if (done) return
      yield value
    }
  } finally {
    await pieces.return(undefined)
  }
}
