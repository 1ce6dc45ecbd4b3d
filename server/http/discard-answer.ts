import type { Context as HonoContext } from 'hono'
import type { Env } from './env.ts'

/**
 * Removes the answer so that another one can be given. Otherwise Hono gives that one the headers of the first, such as
 * its length, encoding and content security policy.
 */
export function discardAnswer(c: HonoContext<Env>): void {
  c.res = undefined
  c.res = new Response(null)
}
