import { Hono, type Context as HonoContext } from 'hono'
import { asAsker } from '#domain/access.ts'
import { askForm, clearForm } from '#domain/assistant/ask-form.ts'
import { assistantFailed } from '#domain/assistant/assistant.ts'
import { readForm } from '#domain/form.ts'
import type { Refusal } from '#domain/verdict.ts'
import { askAssistant } from '../assistant/ask-assistant.ts'
import { clearConversation } from '../assistant/clear-conversation.ts'
import { answererNow, listSupportMessages } from '../assistant/queries.ts'
import type { Context } from '../context.ts'
import type { Env } from './env.ts'
import { takesBody } from './take-body.ts'

const PATH = '/api/support'
/** A thousand characters of four bytes, percent-encoded, and the field's name. */
const QUESTION_LIMIT = 16 * 1024
/** The built-in assistant speaks about as fast as one reads. */
const PACE_MS = 18

const statuses: Record<string, 401 | 409 | 429 | 503> = { login: 401, answering: 409, limit: 429, off: 503 }

/**
 * Where the support widget reads, asks and clears. Questions and clearing are posted forms. An answer comes as lines
 * of JSON: `{"text"}` for each piece, then `{"message"}` with what it came to, which stands in place of the pieces. A
 * reader who leaves ends it.
 */
export function supportDoor(contextOf: (c: HonoContext<Env>) => Promise<Context>): Hono<Env> {
  const door = new Hono<Env>()
  const refuse = (
    c: HonoContext,
    status: 400 | 401 | 405 | 409 | 413 | 415 | 422 | 429 | 503,
    refusal: Pick<Refusal, 'reason' | 'message'>,
  ) =>
    c.json({ error: { code: refusal.reason, message: refusal.message } }, status, {
      'Cache-Control': 'no-store',
    })
  const answer = (c: HonoContext, refusal: Refusal) => {
    if (refusal.retryAfterSeconds) c.header('Retry-After', String(refusal.retryAfterSeconds))
    return refuse(c, statuses[refusal.reason] ?? 422, refusal)
  }
  const tooLarge = (c: HonoContext) =>
    refuse(c, 413, { reason: 'too-large', message: 'That is more than the assistant reads at once.' })

  door.get(PATH, async (c) => {
    const ctx = await contextOf(c)
    const gate = asAsker(ctx.actor)
    const messages = gate.ok ? await listSupportMessages(ctx, gate.asker) : []
    return c.json({ answerer: await answererNow(ctx), messages }, 200, { 'Cache-Control': 'no-store' })
  })

  door.post(PATH, takesBody(QUESTION_LIMIT, tooLarge), async (c) => {
    const ctx = await contextOf(c)
    const gate = asAsker(ctx.actor)
    if (!gate.ok) return answer(c, gate)
    const type = c.req.header('content-type') ?? ''
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
      return refuse(c, 415, { reason: 'type', message: 'Please send a form.' })
    const formData = await c.req.formData().catch(() => null)
    if (!formData) return refuse(c, 400, { reason: 'form', message: 'Please send a form.' })
    const clearing = readForm(clearForm, formData)
    if (clearing.ok) {
      const cleared = await clearConversation(ctx)
      return cleared.ok ? c.body(null, 204) : answer(c, cleared)
    }
    const form = readForm(askForm, formData)
    if (!form.ok) {
      const message = form.errors.text ?? form.formError ?? Object.values(form.errors)[0] ?? ''
      return refuse(c, 422, { reason: 'form', message })
    }
    const { text } = form.value
    if (text === '') return refuse(c, 422, { reason: 'empty', message: 'Please type a question.' })
    return streamed(ctx, text, c.req.raw.signal, (refusal) => answer(c, refusal))
  })

  door.all(PATH, (c) => {
    c.header('Allow', 'GET, POST')
    return refuse(c, 405, { reason: 'method', message: 'Please ask by a form.' })
  })
  return door
}

/** The answer as it is written. It begins with the first piece, so that what is refused has a status of its own. */
async function streamed(
  ctx: Context,
  text: string,
  leaving: AbortSignal,
  refused: (refusal: Refusal) => Response,
): Promise<Response> {
  const reader = new AbortController()
  const signal = AbortSignal.any([leaving, reader.signal])
  const lines = new TransformStream<string, string>()
  const writer = lines.writable.getWriter()
  const write = (line: object) => void writer.write(`${JSON.stringify(line)}\n`).catch(() => reader.abort())
  let begin = () => {}
  const begun = new Promise<void>((done) => (begin = done))
  const asked = askAssistant(
    ctx,
    { text },
    {
      signal,
      paceMs: PACE_MS,
      onText: (piece) => {
        begin()
        write({ text: piece })
      },
    },
  )
  const ended = asked.then(
    (verdict) => {
      if (verdict.ok) write({ message: verdict.message })
      return verdict
    },
    (error: unknown) => {
      ctx.log.error({ err: error }, 'the assistant could not answer')
      write({
        message: {
          id: 0,
          by: 'assistant',
          text: assistantFailed,
          state: 'failed',
          at: ctx.clock.now(),
          sources: [],
        },
      })
      return { ok: true as const }
    },
  )
  void ended.then(() => writer.close()).catch(() => {})
  const first = await Promise.race([begun, ended])
  if (first && !first.ok) return refused(first)
  return new Response(lines.readable.pipeThrough(new TextEncoderStream()), {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store',
      // Proxies that gather an answer would show all of it at its end.
      'X-Accel-Buffering': 'no',
    },
  })
}
