import { Hono, type Context as HonoContext } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { asAsker } from '#domain/access.ts'
import { askForm, clearForm } from '#domain/assistant/ask-form.ts'
import { assistantFailed } from '#domain/assistant/assistant.ts'
import { exampleQuestions } from '#domain/assistant/examples.ts'
import { firstMessage, readForm } from '#domain/form.ts'
import { refusalStatuses } from '#domain/refusal-reason.ts'
import type { Refusal } from '#domain/verdict.ts'
import { askAssistant } from '../assistant/ask-assistant.ts'
import { clearConversation } from '../assistant/clear-conversation.ts'
import { answererNow, listSupportMessages } from '../assistant/queries.ts'
import type { Context } from '../context.ts'
import type { Env } from './env.ts'
import type { ContextOf } from './request-context.ts'
import { takesBody } from './take-body.ts'

const PATH = '/api/support'
/** The longest request: a thousand characters of four bytes, percent-encoded, and the field's name. */
const QUESTION_LIMIT = 16 * 1024
/** The pause between pieces of the built-in assistant, in milliseconds: about the speed of reading. */
const PACE_MS = 18

/**
 * The endpoint of the support widget: it reads, asks and clears. Asking and clearing are posted forms. An answer
 * arrives as lines of JSON: `{"text"}` for each piece, then `{"message"}` with the final message, which replaces the
 * pieces. It ends when its reader leaves.
 */
export function supportEndpoint(contextOf: ContextOf): Hono<Env> {
  const endpoint = new Hono<Env>()
  const refuse = (c: HonoContext, status: ContentfulStatusCode, code: string, message: string) =>
    c.json({ error: { code, message } }, status, { 'Cache-Control': 'no-store' })
  const answer = (c: HonoContext, refusal: Refusal) => {
    if (refusal.retryAfterSeconds) c.header('Retry-After', String(refusal.retryAfterSeconds))
    return refuse(c, refusalStatuses[refusal.reason], refusal.reason, refusal.message)
  }
  const tooLarge = (c: HonoContext) =>
    refuse(c, 413, 'too-large', 'That is more than the assistant reads at once.')

  endpoint.get(PATH, async (c) => {
    const ctx = await contextOf(c)
    const gate = asAsker(ctx.actor)
    const messages = gate.ok ? await listSupportMessages(ctx, gate.asker) : []
    const examples = exampleQuestions(ctx.settings.payments?.channels ?? null)
    return c.json({ answerer: await answererNow(ctx), messages, examples }, 200, {
      'Cache-Control': 'no-store',
    })
  })

  endpoint.post(PATH, takesBody(QUESTION_LIMIT, tooLarge), async (c) => {
    const ctx = await contextOf(c)
    const gate = asAsker(ctx.actor)
    if (!gate.ok) return answer(c, gate)
    const type = c.req.header('content-type') ?? ''
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
      return refuse(c, 415, 'type', 'Please send a form.')
    const formData = await c.req.formData().catch(() => null)
    if (!formData) return refuse(c, 400, 'form', 'Please send a form.')
    const clearing = readForm(clearForm, formData)
    if (clearing.ok) {
      const cleared = await clearConversation(ctx)
      return cleared.ok ? c.body(null, 204) : answer(c, cleared)
    }
    const form = readForm(askForm, formData)
    if (!form.ok) return refuse(c, 422, 'form', firstMessage(form))
    const { text } = form.value
    if (text === '') return refuse(c, 422, 'empty', 'Please type a question.')
    return streamed(ctx, text, c.req.raw.signal, (refusal) => answer(c, refusal))
  })

  endpoint.all(PATH, (c) => {
    c.header('Allow', 'GET, POST')
    return refuse(c, 405, 'method', 'Please ask by a form.')
  })
  return endpoint
}

/**
 * Streams the answer as it is written. The response begins with the first piece, so that a refusal has its own status.
 */
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
  const answering = askAssistant(
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
  const ended = answering.then(
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
      // Otherwise a proxy that buffers answers would show the whole text at its end.
      'X-Accel-Buffering': 'no',
    },
  })
}
