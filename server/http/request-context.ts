import type { Context as HonoContext } from 'hono'
import { sql } from 'kysely'
import { guest } from '#domain/actor.ts'
import { readActor } from '../account/read-actor.ts'
import type { Context, Services } from '../context.ts'
import { frameOf } from '../stream/queries.ts'
import type { Env } from './env.ts'
import { isPublicRead } from './public-pages.ts'

/**
 * The context of a request, with the frame around its page if one is asked for. It rejects when the session can’t be
 * read.
 */
export type ContextOf = (c: HonoContext<Env>, frame?: 'with its frame') => Promise<Context>

/**
 * Finds the context of a request: reads the actor from the session cookie, once for each request. A guest who only
 * reads public pages gets the database of guest reads.
 */
export function readContext(services: Services): ContextOf {
  return async (c, frame) => {
    const known = c.get('context')
    if (known) return known
    const { headers } = c.req.raw
    const asked = frame && frameOf(sql.ref('account.id'))
    const read = await readActor(services, headers, asked)
    const { actor, sessionId } = read
    const requestId = c.get('requestId')
    const reads = actor.kind === 'guest' && isPublicRead(c.req.raw)
    const context = {
      ...services,
      ...(reads ? { db: services.guestReads.recent } : {}),
      log: services.log.child({ requestId }),
      actor,
      sessionId,
      frame: read.frame ?? undefined,
      requestId,
      ip: c.get('ip'),
      headers,
    }
    c.set('context', context)
    return context
  }
}

/** The context of a guest who sent no headers, whoever asks. */
export function guestContext(services: Services, requestId: string, ip: string): Context {
  return {
    ...services,
    log: services.log.child({ requestId }),
    actor: guest,
    requestId,
    ip,
    headers: new Headers(),
  }
}
