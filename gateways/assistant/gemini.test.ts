import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { assistantEmulator, startAssistantEmulator } from './emulator.ts'
import type { EmulatorFault } from './emulator-faults.ts'
import { framesOf } from './frames.ts'
import { gemini, type GeminiOptions } from './gemini.ts'
import type { Question } from './port.ts'

const apiKey = 'AIza-of-the-tests'
const question: Question = {
  system: 'You answer about Hiram. Canary: K9.',
  turns: [
    { by: 'person', text: 'Hello' },
    { by: 'assistant', text: 'Good day.' },
  ],
  text: 'Magkano ang bayad sa serbisyo?',
}

/** A client of an emulator with these faults for its questions, and the client's log. */
function client(faults: EmulatorFault[] = [], options: Partial<GeminiOptions> = {}) {
  const emulator = assistantEmulator({ apiKey, models: ['flash', 'flash-latest'] })
  emulator.next(...faults)
  const logged: [string, string][] = []
  const note = (level: string) => (fields: object, message: string) =>
    void logged.push([level, JSON.stringify({ ...fields, message })])
  const gateway = gemini({
    apiKey,
    models: ['flash'],
    fetch: emulator.fetch,
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    retryDelayMs: 1,
    firstWordMs: 300,
    silenceMs: 150,
    ...options,
  })
  const pieces: string[] = []
  return {
    emulator,
    gateway,
    logged,
    pieces,
    ask: (signal?: AbortSignal) => gateway.answer(question, (piece) => pieces.push(piece), signal),
  }
}

describe('what is asked', () => {
  // Spec: S7.30, S7.31
  it('has the system text apart, the roles as we set them, four kinds of harm blocked from medium on, and room to think', async () => {
    const { emulator, ask } = client()
    await ask()
    expect(emulator.asked).toEqual([
      {
        model: 'flash',
        body: {
          systemInstruction: { parts: [{ text: question.system }] },
          contents: [
            { role: 'user', parts: [{ text: 'Hello' }] },
            { role: 'model', parts: [{ text: 'Good day.' }] },
            { role: 'user', parts: [{ text: question.text }] },
          ],
          safetySettings: [
            'HARM_CATEGORY_HARASSMENT',
            'HARM_CATEGORY_HATE_SPEECH',
            'HARM_CATEGORY_SEXUALLY_EXPLICIT',
            'HARM_CATEGORY_DANGEROUS_CONTENT',
          ].map((category) => ({ category, threshold: 'BLOCK_MEDIUM_AND_ABOVE' })),
          generationConfig: { maxOutputTokens: 2048 },
        },
      },
    ])
  })

  it('carries the key in a header, never in the address', async () => {
    const sent: [string, RequestInit][] = []
    const { emulator } = client()
    const gateway = gemini({
      apiKey,
      models: ['flash'],
      fetch: (url, init) => {
        sent.push([url, init])
        return emulator.fetch(url, init)
      },
    })
    await gateway.answer(question, () => {})
    const [[url, init]] = sent as [[string, RequestInit]]
    expect(url).toBe(
      'https://generativelanguage.googleapis.com/v1beta/models/flash:streamGenerateContent?alt=sse',
    )
    expect(init).toMatchObject({ method: 'POST', redirect: 'error' })
    expect(init.headers).toEqual({ 'x-goog-api-key': apiKey, 'content-type': 'application/json' })
  })

  it('says how much to think where that is set', async () => {
    const { emulator, ask } = client([], { thinkingLevel: 'LOW' })
    expect(await ask()).toMatchObject({ ok: true })
    expect(emulator.asked[0]!.body.generationConfig.thinkingConfig).toEqual({ thinkingLevel: 'LOW' })
  })
})

describe('an answer', () => {
  it('comes piece by piece', async () => {
    const { ask, pieces } = client([{ do: 'say', text: 'Five per cent of the rent.', pieces: 4, ms: 5 }])
    expect(await ask()).toEqual({
      ok: true,
      text: 'Five per cent of the rent.',
      model: 'flash',
      tokens: 60,
      cut: false,
    })
    expect(pieces).toHaveLength(4)
    expect(pieces.join('')).toBe('Five per cent of the rent.')
  })

  it('contains no thoughts', async () => {
    const { ask, pieces } = client([{ do: 'think' }])
    expect(await ask()).toMatchObject({ ok: true, text: `You asked: ${question.text}` })
    expect(pieces.join('')).not.toContain('brief')
  })

  it.each<EmulatorFault>([{ do: 'split', text: 'Ang singil ay ₱15.00 – 😀 salamat, ñ!' }, { do: 'crlf' }])(
    'is complete however its bytes are cut: $do',
    async (fault) => {
      const { ask } = client([fault])
      const text = 'text' in fault && fault.text ? fault.text : `You asked: ${question.text}`
      expect(await ask()).toMatchObject({ ok: true, text, cut: false })
    },
  )

  it.each([undefined, 'hang', 'drop'] as const)(
    'is whole although each of its pieces is said to be the last, and cut if it may have broken off: %s',
    async (after) => {
      const text = 'The service fee is five per cent of the rent.'
      const { ask, pieces } = client([{ do: 'stop-often', text, after }])
      expect(await ask()).toMatchObject({ ok: true, text, cut: after !== undefined })
      expect(pieces).toHaveLength(4)
    },
  )

  it.each(['MAX_TOKENS', 'CONTINUATION', 'OTHER', 'A_REASON_OF_TOMORROW'])(
    'that ends with %s after some words is cut',
    async (reason) => {
      const { ask } = client([{ do: 'finish', reason, text: 'The fee is' }])
      expect(await ask()).toMatchObject({ ok: true, text: 'The fee is', cut: true })
    },
  )

  it.each(['MAX_TOKENS', 'STOP', 'OTHER', 'MALFORMED_RESPONSE', 'A_REASON_OF_TOMORROW'])(
    'that ends with %s and without words is empty',
    async (reason) => {
      const { ask, emulator } = client([{ do: 'finish', reason }])
      expect(await ask()).toMatchObject({ ok: false, reason: 'empty', tokens: 60 })
      expect(emulator.counted.calls).toBe(1)
    },
  )

  it.each(['SAFETY', 'PROHIBITED_CONTENT', 'SPII', 'RECITATION', 'BLOCKLIST'])(
    'that ends with %s is blocked, also after some words',
    async (reason) => {
      for (const text of [undefined, 'Here is how to'])
        expect(await client([{ do: 'finish', reason, text }]).ask()).toMatchObject({ reason: 'blocked' })
    },
  )

  it.each(['SAFETY', 'PROHIBITED_CONTENT', 'JAILBREAK', 'A_REASON_OF_TOMORROW'])(
    'to a question blocked for %s is missing, and is not requested again',
    async (reason) => {
      const { ask, emulator } = client([{ do: 'block-prompt', reason }])
      expect(await ask()).toMatchObject({ ok: false, reason: 'blocked', text: '' })
      expect(emulator.counted.calls).toBe(1)
    },
  )

  it.each<EmulatorFault>([
    { do: 'error-midway', code: 503, status: 'UNAVAILABLE' },
    { do: 'error-midway', code: 400, status: 'INVALID_ARGUMENT' },
    { do: 'hang-midway' },
    { do: 'drop-midway' },
    { do: 'garbage-midway' },
    { do: 'no-end' },
  ])('that breaks off ($do) is broken, with the text until then, and is not started again', async (fault) => {
    const { ask, emulator, pieces } = client([fault])
    expect(await ask()).toMatchObject({ ok: false, reason: 'broken', text: 'The first half ' })
    expect(pieces).toEqual(['The first half '])
    expect(emulator.counted.calls).toBe(1)
  })

  it('that never ends is cut', async () => {
    const { ask } = client([{ do: 'say', text: 'word '.repeat(9000), pieces: 200 }])
    const answered = await ask()
    expect(answered).toMatchObject({ ok: true, cut: true })
    expect(answered.text.length).toBeLessThan(21_000)
  })

  it('has a longest time, even if it arrives steadily', async () => {
    const { ask } = client([{ do: 'say', text: 'word '.repeat(100), pieces: 100, ms: 20 }], { wholeMs: 200 })
    expect(await ask()).toMatchObject({ ok: false, reason: 'broken' })
  })
})

describe('before the first word', () => {
  it.each<EmulatorFault>([
    { do: 'error', status: 500 },
    { do: 'error', status: 503 },
    { do: 'error', status: 504 },
    { do: 'error', status: 408 },
    { do: 'error', status: 429 },
    { do: 'error', status: 429, retrySeconds: 0.01 },
    { do: 'error-first', code: 503, status: 'UNAVAILABLE' },
    { do: 'bad-gateway', status: 502 },
    { do: 'bad-gateway', status: 404 },
    { do: 'drop' },
    { do: 'hang' },
    { do: 'garbage' },
  ])('$do $status is tried again, twice at most', async (fault) => {
    const after = client([fault, fault])
    expect(await after.ask()).toMatchObject({ ok: true })
    expect(after.emulator.counted.calls).toBe(3)
    const never = client([fault, fault, fault])
    const busy = 'status' in fault && fault.status === 429
    expect(await never.ask()).toMatchObject({ ok: false, reason: busy ? 'busy' : 'unreachable' })
    expect(never.emulator.counted.calls).toBe(3)
    expect(never.pieces).toEqual([])
  })

  it.each<[EmulatorFault, string, string]>([
    [{ do: 'error', status: 400 }, 'unreachable', 'error'],
    [{ do: 'error', status: 403 }, 'unreachable', 'error'],
    [{ do: 'error', status: 401 }, 'unreachable', 'error'],
    [{ do: 'error-first', code: 400, status: 'INVALID_ARGUMENT' }, 'refused', 'warn'],
  ])('%j is not tried again', async (fault, reason, level) => {
    const { ask, emulator, logged } = client([fault])
    expect(await ask()).toMatchObject({ ok: false, reason })
    expect(emulator.counted.calls).toBe(1)
    expect(logged.map(([at]) => at)).toEqual([level])
  })

  it.each<EmulatorFault>([
    { do: 'error', status: 429, retrySeconds: 60 },
    { do: 'bad-gateway', status: 429, retryAfter: '60' },
    { do: 'bad-gateway', status: 429, retryAfter: new Date(Date.now() + 600_000).toUTCString() },
  ])('a wait that is too long ends the attempts: $do', async (fault) => {
    const { ask, emulator } = client([fault])
    expect(await ask()).toMatchObject({ ok: false, reason: 'busy' })
    expect(emulator.counted.calls).toBe(1)
  })

  it.each([200, 503])(
    'no more than the beginning is read of an error that never ends: %i',
    async (status) => {
      let sent = 0
      const endless = () =>
        new ReadableStream<Uint8Array>({
          pull(controller) {
            sent += 65_536
            controller.enqueue(new Uint8Array(65_536))
            if (sent > 64 * 1024 * 1024) controller.close()
          },
        })
      const { ask } = client([], { retries: 0, fetch: async () => new Response(endless(), { status }) })
      expect(await ask()).toMatchObject({ ok: false, reason: 'unreachable' })
      expect(sent).toBeLessThan(1024 * 1024)
    },
  )

  it('all attempts together have a longest time', async () => {
    const { ask, emulator } = client([{ do: 'hang' }, { do: 'hang' }, { do: 'hang' }], { openMs: 400 })
    expect(await ask()).toMatchObject({ ok: false, reason: 'unreachable' })
    expect(emulator.counted.calls).toBeLessThan(3)
  })

  it('a vendor that does not answer gets no requests for a while', async () => {
    const down = Array.from({ length: 9 }, (): EmulatorFault => ({ do: 'error', status: 503 }))
    const { ask, emulator } = client(down, { breakAfter: 3, breakMs: 60_000 })
    await ask()
    expect(await ask()).toMatchObject({ reason: 'unreachable' })
    expect(emulator.counted.calls).toBe(3)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    await ask()
    vi.useRealTimers()
    expect(emulator.counted.calls).toBeGreaterThan(3)
  })
})

describe('models', () => {
  const models = ['gone-1', 'gone-2', 'flash-latest']

  // Spec: D30
  it('that are gone are passed over, and not asked again for an hour', async () => {
    let now = 1
    const { ask, emulator, gateway } = client([], { models, now: () => now })
    expect(await ask()).toMatchObject({ ok: true, model: 'flash-latest' })
    expect(emulator.counted.calls).toBe(3)
    await ask()
    expect(emulator.counted.calls).toBe(4)
    expect(gateway.state()).toEqual({ models, gone: ['gone-1', 'gone-2'], answering: 'flash-latest' })
    now += 3_600_001
    await ask()
    expect(emulator.counted.calls).toBe(7)
  })

  it('are not changed after a failure that another model would not prevent', async () => {
    const { ask, emulator } = client([{ do: 'error', status: 403 }], { models: ['flash', 'flash-latest'] })
    expect(await ask()).toMatchObject({ reason: 'unreachable' })
    expect(emulator.counted.calls).toBe(1)
  })

  it('can all be gone', async () => {
    const { ask } = client([], { models: ['gone-1'] })
    expect(await ask()).toMatchObject({ ok: false, reason: 'gone', tokens: 0 })
    expect(await ask()).toMatchObject({ ok: false, reason: 'gone' })
  })
})

describe('a reader who leaves', () => {
  let running: Awaited<ReturnType<typeof startAssistantEmulator>>
  beforeAll(async () => {
    running = await startAssistantEmulator({ apiKey, models: ['flash'] })
  })
  afterAll(() => running.close())

  it.each<EmulatorFault>([
    { do: 'hang-midway' },
    { do: 'say', text: 'word '.repeat(50), pieces: 50, ms: 20 },
  ])('ends the answer at the vendor too: $do', async (fault) => {
    running.next(fault)
    const before = running.counted.left
    const reader = new AbortController()
    const gateway = gemini({ apiKey, models: ['flash'], apiUrl: running.url })
    const answered = await gateway.answer(question, () => reader.abort(), reader.signal)
    expect(answered).toMatchObject({ ok: false, reason: 'stopped' })
    expect(answered.text).not.toBe('')
    await expect.poll(() => running.counted.left).toBe(before + 1)
  })

  it('does not wait, neither for a silent vendor nor between two attempts', async () => {
    for (const fault of [
      { do: 'hang' },
      { do: 'error', status: 429, retrySeconds: 4 },
    ] satisfies EmulatorFault[]) {
      const { ask, logged } = client([fault])
      const reader = new AbortController()
      setTimeout(() => reader.abort(), 30)
      const started = performance.now()
      expect(await ask(reader.signal)).toMatchObject({ ok: false, reason: 'stopped' })
      expect(performance.now() - started).toBeLessThan(3500)
      expect(logged).toEqual([])
    }
  })

  it('need not ask', async () => {
    const { ask, emulator } = client()
    expect(await ask(AbortSignal.abort())).toMatchObject({ ok: false, reason: 'stopped' })
    expect(emulator.counted.calls).toBe(0)
  })
})

it('questions, answers and the key are never logged', async () => {
  const faults: EmulatorFault[] = [
    { do: 'error', status: 400 },
    { do: 'error', status: 429, retrySeconds: 60 },
    { do: 'error-midway', code: 500, status: 'INTERNAL' },
    { do: 'finish', reason: 'SAFETY', text: 'Overloaded' },
    { do: 'leak' },
    { do: 'hang' },
  ]
  const { ask, logged } = client(faults)
  for (const _ of faults) await ask()
  const all = logged.map(([, line]) => line).join('\n')
  expect(logged.length).toBeGreaterThan(3)
  expect(all).not.toMatch(/AIza|K9|Magkano|Hiram|first half|Overloaded|not valid/)
})

describe('frames', () => {
  const read = async (...bytes: Uint8Array[]) => {
    const frames: string[] = []
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const each of bytes) controller.enqueue(each)
        controller.close()
      },
    })
    for await (const frame of framesOf(body)) frames.push(frame)
    return frames
  }
  const text = (words: string) => new TextEncoder().encode(words)

  it('are the data of events, whatever else a stream holds', async () => {
    expect(
      await read(text(': hello\nevent: x\ndata: one\n\n\n\ndata:two\ndata: three\n\nid: 1\n\n')),
    ).toEqual(['one', 'two\nthree'])
  })

  it('may be cut anywhere', async () => {
    const whole = text('data: ₱15 😀\r\n\r\ndata: b\n\ndata: c\r\rdata: last')
    for (let at = 0; at <= whole.length; at++)
      expect(await read(whole.subarray(0, at), whole.subarray(at))).toEqual(['₱15 😀', 'b', 'c', 'last'])
  })

  it('have a largest size', async () => {
    const much = text(`data: ${'x'.repeat(600_000)}`)
    await expect(read(much, much)).rejects.toThrow('too large')
    const lines = text(`data: ${'x'.repeat(99)}\n`.repeat(1000))
    await expect(read(...Array.from({ length: 11 }, () => lines))).rejects.toThrow('too large')
  })
})
