import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { errorBody, stepsOf, type Manner, type Step } from './emulator-manners.ts'

export type EmulatorOptions = {
  apiKey: string
  /** The models it has; any other is a 404. */
  models?: readonly string[]
  /** What it answers when nothing else is asked for. */
  answer?: (asked: Asked) => string
}

const contents = z.array(
  z.strictObject({
    role: z.enum(['user', 'model']),
    parts: z.tuple([z.strictObject({ text: z.string().min(1) })]),
  }),
)
/** A request as the vendor takes it; an unknown field is an error there too. */
const request = z.strictObject({
  systemInstruction: z.strictObject({ parts: z.tuple([z.strictObject({ text: z.string().min(1) })]) }),
  contents: contents.refine((all) => all.length > 0 && all.at(-1)!.role === 'user'),
  safetySettings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })),
  generationConfig: z.strictObject({
    maxOutputTokens: z.number().int().positive(),
    thinkingConfig: z.strictObject({ thinkingLevel: z.enum(['LOW', 'MEDIUM', 'HIGH']) }).optional(),
  }),
})
export type Asked = z.infer<typeof request>

/**
 * A generative model without a network: it speaks Gemini's streaming protocol through `fetch`, and answers in the
 * manners that a test puts before it, one a question, in their order.
 */
export function assistantEmulator(options: EmulatorOptions) {
  const { apiKey, models = ['gemini-flash-latest'], answer = usualAnswer } = options
  const ahead: Manner[] = []
  const asked: { model: string; body: Asked }[] = []
  const counted = { calls: 0, left: 0 }
  const app = new Hono()
  app.notFound((c) => c.text('Not Found', 404))
  const refuse = (c: Context, status: number, retrySeconds?: number) =>
    c.json(errorBody(status, retrySeconds), status as 400)

  app.post('/v1beta/models/:call', async (c) => {
    counted.calls++
    const [model = '', method] = c.req.param('call').split(':')
    if (method !== 'streamGenerateContent' || c.req.query('alt') !== 'sse') return c.text('Not Found', 404)
    if (c.req.header('x-goog-api-key') !== apiKey || c.req.query('key')) return refuse(c, 400)
    if (!models.includes(model)) return refuse(c, 404)
    const body = request.safeParse(await c.req.json().catch(() => null))
    if (!body.success) {
      const message = body.error.issues[0]!.message
      return c.json({ error: { code: 400, message, status: 'INVALID_ARGUMENT', details: [] } }, 400)
    }
    asked.push({ model, body: body.data })
    const manner = ahead.shift() ?? { do: 'say', text: answer(body.data) }
    if (manner.do === 'error') return refuse(c, manner.status, manner.retrySeconds)
    if (manner.do === 'bad-gateway') {
      if (manner.retryAfter) c.header('Retry-After', manner.retryAfter)
      return c.html('<html><h1>Bad gateway</h1></html>', manner.status)
    }
    if (manner.do === 'garbage') return c.html('<html>It works!</html>')
    const steps = stepsOf(manner, answer(body.data), textsOf(body.data))
    if (steps[0] === 'hang') await left(c.req.raw.signal)
    if (steps[0] === 'drop') return c.body(null, 200, { [DROPPED]: '1' })
    const stream = streamOf(steps, () => counted.left++)
    return c.body(stream, 200, { 'content-type': 'text/event-stream' })
  })

  return {
    app,
    /** The questions it understood, the newest last. */
    asked,
    counted,
    /** How the next questions are taken, one each. */
    next(...manners: Manner[]) {
      ahead.push(...manners)
    },
    /** Calls it without a network. A torn connection throws, as it does for `fetch`. */
    async fetch(url: string, init: RequestInit = {}): Promise<Response> {
      const { method, headers, body, signal } = init
      const answered = app.fetch(new Request(url, { method, headers, body, signal }))
      const response = await (signal ? Promise.race([answered, torn(signal)]) : answered)
      if (response.headers.has(DROPPED)) throw new TypeError('fetch failed')
      if (!signal || !response.body) return response
      const through = new TransformStream<Uint8Array, Uint8Array>()
      response.body.pipeTo(through.writable, { signal }).catch(() => {})
      return new Response(through.readable, response)
    },
  }
}

export type AssistantEmulator = ReturnType<typeof assistantEmulator>

/** Starts the emulator as a server of its own, for a test. */
export async function startAssistantEmulator(options: EmulatorOptions) {
  const emulator = assistantEmulator(options)
  const server = createServer()
  server.on(
    'request',
    getRequestListener(
      async (incoming, env) => {
        const response = await emulator.app.fetch(incoming, env)
        if (response.headers.has(DROPPED))
          (env as { incoming: import('node:http').IncomingMessage }).incoming.socket.destroy()
        return response
      },
      { overrideGlobalObjects: false },
    ),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    ...emulator,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** Set on an answer that the caller is not to get: its connection ends. */
const DROPPED = 'x-emulator-dropped'

const textsOf = ({ systemInstruction, contents: turns }: Asked) =>
  [systemInstruction, ...turns].map(({ parts }) => parts[0].text).join('\n')

const usualAnswer = ({ contents: turns }: Asked) => `You asked: ${turns.at(-1)!.parts[0].text}`

/** The steps as bytes. `onLeft` is called when the reader does not stay to the end. */
function streamOf(steps: Step[], onLeft: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let at = 0
  let gone = () => {}
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = steps[at++]
      if (step === undefined) return controller.close()
      if (step === 'drop') return controller.error(new Error('dropped'))
      if (step === 'hang') return new Promise<void>((done) => (gone = done))
      if ('wait' in step) {
        await wait(step.wait)
        return this.pull!(controller)
      }
      if ('send' in step) return controller.enqueue(encoder.encode(step.send))
      for (const byte of encoder.encode(step.bytes)) controller.enqueue(Uint8Array.of(byte))
    },
    cancel() {
      onLeft()
      gone()
    },
  })
}

function left(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
}

async function torn(signal: AbortSignal): Promise<never> {
  await left(signal)
  throw signal.reason
}
