import type { Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Services } from '../context.ts'
import type { AnswerPage } from './answer-page.ts'
import type { Env } from './env.ts'
import { type ContextOf, guestContext } from './request-context.ts'
import type { BodyRefusal } from './take-body.ts'

/** Answers a refusal: `code` and `message` as JSON for a program, the error page for `code` for a person. */
export type Refuse = (
  c: HonoContext<Env>,
  status: ContentfulStatusCode,
  code: string,
  message: string,
) => Promise<Response>

const bodyStatuses = { 'too-large': 413, 'too-slow': 408, 'cut-off': 400 } as const
const bodyMessages: Record<BodyRefusal, string> = {
  'too-large': 'That is more than we can take at once.',
  'too-slow': 'That took too long to arrive. Please send it again.',
  'cut-off': 'That did not arrive whole. Please send it again.',
}

/** Makes the refusals of requests that no page answers. Where the page can't be rendered, the answer is JSON. */
export function refuseAsPageOrJson(services: Services, contextOf: ContextOf, answerPage: AnswerPage): Refuse {
  return async (c, status, code, message) => {
    const asJson = () => refuseAsJson(c, status, code, message)
    if (!wantsPage(c.req.raw)) return asJson()
    const shown = new Request(new URL(`/unexpected-error?reason=${code}`, c.req.url))
    const known = await contextOf(c).catch(() => null)
    const context = known ?? guestContext(services, c.get('requestId'), c.get('ip'))
    return answerPage(c.req.raw, shown, context).catch(asJson)
  }
}

/** An error as JSON for programs. */
export function refuseAsJson(
  c: HonoContext<Env>,
  status: ContentfulStatusCode,
  code: string,
  message: string,
): Response {
  return c.json({ error: { code, message, requestId: c.get('requestId') } }, status)
}

/** Refuses a request whose body is too large, too slow or cut off. */
export async function refuseBody(
  c: HonoContext<Env>,
  refusal: BodyRefusal,
  refuse: Refuse,
): Promise<Response> {
  return refuse(c, bodyStatuses[refusal], refusal, bodyMessages[refusal])
}

/** Whether a person opens a page: the browser accepts HTML, while a script accepts anything. */
export function wantsPage(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') ?? false
}
