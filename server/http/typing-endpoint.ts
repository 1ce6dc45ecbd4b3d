import { Hono } from 'hono'
import { typingForm } from '#domain/chat/typing-form.ts'
import { readForm } from '#domain/form.ts'
import { refusalStatuses } from '#domain/refusal-reason.ts'
import { publishTyping } from '../chat/publish-typing.ts'
import type { Env } from './env.ts'
import { refuseAsJson } from './refuse.ts'
import type { ContextOf } from './request-context.ts'

/**
 * The endpoint at which a browser reports that its person is typing in a thread. It answers 204; open streams of the
 * other side receive it.
 */
export function typingEndpoint(contextOf: ContextOf): Hono<Env> {
  const endpoint = new Hono<Env>()
  endpoint.post('/api/typing', async (c) => {
    const formData = await c.req.raw.formData().catch(() => new FormData())
    const form = readForm(typingForm, formData)
    if (!form.ok) return refuseAsJson(c, 422, 'form', 'Say in which conversation.')
    const verdict = await publishTyping(await contextOf(c), form.value)
    if (verdict.ok) return c.body(null, 204)
    if (verdict.retryAfterSeconds) c.header('Retry-After', String(verdict.retryAfterSeconds))
    return refuseAsJson(c, refusalStatuses[verdict.reason], verdict.reason, verdict.message)
  })
  return endpoint
}
