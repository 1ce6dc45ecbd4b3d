import type { Context as HonoContext } from 'hono'
import type { Env } from './env.ts'

/**
 * Makes room for another answer. Hono would give it the headers of the one that stands, such as its length, encoding
 * and content security policy.
 */
export function discardAnswer(c: HonoContext<Env>): void {
  c.res = undefined
  c.res = new Response(null)
}
