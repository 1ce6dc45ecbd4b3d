import type { Context as HonoContext } from 'hono'
import type { Env } from './env.ts'

/**
 * Answers by `answer` instead of the answer that stands. Hono would give it the headers of that one, such as its
 * length, encoding and content security policy.
 */
export function replaceAnswer(c: HonoContext<Env>, answer: Response): void {
  c.res = undefined
  c.res = answer
}
