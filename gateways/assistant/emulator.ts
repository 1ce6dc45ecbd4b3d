import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { errorBody, framesFor, type EmulatorFault, type Frame } from './emulator-faults.ts'

export type EmulatorOptions = {
  apiKey: string
  /** The models it offers; any other is a 404. */
  models?: readonly string[]
  /** Its normal answer. */
  answer?: (asked: Asked) => string
}

const contents = z.array(
  z.strictObject({
    role: z.enum(['user', 'model']),
    parts: z.tuple([z.strictObject({ text: z.string().min(1) })]),
  }),
)
/** A request in the vendor's form; an unknown field is an error there too. */
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
 * An emulated generative model without a network. It speaks Gemini's streaming protocol through `fetch`, and applies
 * the faults that a test sets, one per question, in their order.
 */
export function assistantEmulator(options: EmulatorOptions) {
  const { apiKey, models = ['gemini-flash-latest'], answer = usualAnswer } = options
  const ahead: EmulatorFault[] = []
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
    const fault = ahead.shift() ?? { do: 'say', text: answer(body.data) }
    if (fault.do === 'error') return refuse(c, fault.status, fault.retrySeconds)
    if (fault.do === 'bad-gateway') {
      if (fault.retryAfter) c.header('Retry-After', fault.retryAfter)
      return c.html('<html><h1>Bad gateway</h1></html>', fault.status)
    }
    if (fault.do === 'garbage') return c.html('<html>It works!</html>')
    const frames = framesFor(fault, answer(body.data), textsOf(body.data))
    if (frames[0] === 'hang') await left(c.req.raw.signal)
    if (frames[0] === 'drop') return c.body(null, 200, { [DROPPED]: '1' })
    const stream = streamOf(frames, () => counted.left++)
    return c.body(stream, 200, { 'content-type': 'text/event-stream' })
  })

  return {
    app,
    /** The questions it could read, the newest last. */
    asked,
    counted,
    /** Sets the faults of the next questions, one each. */
    next(...faults: EmulatorFault[]) {
      ahead.push(...faults)
    },
    /** Calls it without a network. A dropped connection throws, as it does for `fetch`. */
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

/** Starts the emulator as an HTTP server, for a test. */
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

/** A header of an answer that the caller must not receive: its connection is dropped. */
const DROPPED = 'x-emulator-dropped'

const textsOf = ({ systemInstruction, contents: turns }: Asked) =>
  [systemInstruction, ...turns].map(({ parts }) => parts[0].text).join('\n')

const usualAnswer = ({ contents: turns }: Asked) => `You asked: ${turns.at(-1)!.parts[0].text}`

/** The frames as bytes. `onLeft` is called when the reader cancels before the end. */
function streamOf(frames: Frame[], onLeft: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let at = 0
  let readerLeft = () => {}
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const frame = frames[at++]
      if (frame === undefined) return controller.close()
      if (frame === 'drop') return controller.error(new Error('dropped'))
      if (frame === 'hang') return new Promise<void>((done) => (readerLeft = done))
      if ('wait' in frame) {
        await wait(frame.wait)
        return this.pull!(controller)
      }
      if ('send' in frame) return controller.enqueue(encoder.encode(frame.send))
      for (const byte of encoder.encode(frame.bytes)) controller.enqueue(Uint8Array.of(byte))
    },
    cancel() {
      onLeft()
      readerLeft()
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
