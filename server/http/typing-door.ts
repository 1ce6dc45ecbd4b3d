import { Hono, type Context as HonoContext } from 'hono'
import { typingForm } from '#domain/chat/typing-form.ts'
import { readForm } from '#domain/form.ts'
import { tellTyping } from '../chat/tell-typing.ts'
import type { Context } from '../context.ts'
import type { Env } from './env.ts'

const statuses: Record<string, 401 | 404 | 429> = { login: 401, 'not-found': 404, limit: 429 }

/** Where a browser says that its person is writing in a thread. It answers 204, and whoever is there hears it. */
export function typingDoor(contextOf: (c: HonoContext<Env>) => Promise<Context>): Hono<Env> {
  const door = new Hono<Env>()
  const refuse = (c: HonoContext<Env>, status: 401 | 404 | 422 | 429, code: string, message: string) =>
    c.json({ error: { code, message, requestId: c.get('requestId') } }, status)
  door.post('/api/typing', async (c) => {
    const formData = await c.req.raw.formData().catch(() => new FormData())
    const form = readForm(typingForm, formData)
    if (!form.ok) return refuse(c, 422, 'form', 'Say in which conversation.')
    const told = await tellTyping(await contextOf(c), form.value)
    if (told.ok) return c.body(null, 204)
    if (told.retryAfterSeconds) c.header('Retry-After', String(told.retryAfterSeconds))
    return refuse(c, statuses[told.reason] ?? 404, told.reason, told.message)
  })
  return door
}
