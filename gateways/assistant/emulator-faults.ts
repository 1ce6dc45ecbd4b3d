/** How the emulator answers one question. Without a fault it answers as it was configured. */
export type EmulatorFault =
  /** Answers with `text` in `pieces` pieces, and waits `ms` before each. */
  | { do: 'say'; text: string; pieces?: number; ms?: number }
  /** Says `STOP` with each piece of `text`, as Gemini 1.5 does, and then `after` the last one. */
  | { do: 'stop-often'; text: string; after?: 'hang' | 'drop' }
  /** Ends with a finish reason of the vendor, after `text` or without any text. */
  | { do: 'finish'; reason: string; text?: string }
  | { do: 'block-prompt'; reason?: string }
  /** Sends a thought before it answers; thoughts are not part of an answer. */
  | { do: 'think' }
  /** Answers with its whole prompt, including its instructions. */
  | { do: 'leak' }
  /** Sends the bytes one by one, so that frames, line breaks and characters are cut in the middle. */
  | { do: 'split'; text?: string }
  /** Ends its lines with CRLF, as some proxies do. */
  | { do: 'crlf' }
  | { do: 'error'; status: 400 | 401 | 403 | 404 | 408 | 429 | 500 | 503 | 504; retrySeconds?: number }
  /** Answers with a proxy's error, which is not JSON. */
  | { do: 'bad-gateway'; status: 404 | 502 | 429; retryAfter?: string }
  /** Never answers, or stops sending after a first piece. */
  | { do: 'hang' | 'hang-midway' }
  /** Drops the connection before an answer, or in the middle of one. */
  | { do: 'drop' | 'drop-midway' }
  | { do: 'error-first' | 'error-midway'; code: number; status: string }
  /** Ends the stream normally but without a finish reason. */
  | { do: 'no-end' }
  | { do: 'garbage' | 'garbage-midway' }

/** The vendor's error body. */
export function errorBody(code: number, retrySeconds?: number): object {
  const [status, message, reason] = errors[code] ?? ['UNKNOWN', 'Unknown.']
  const google = 'type.googleapis.com/google.rpc'
  return {
    error: {
      code,
      message,
      status,
      details: [
        ...(reason ? [{ '@type': `${google}.ErrorInfo`, reason, domain: 'googleapis.com' }] : []),
        ...(retrySeconds === undefined
          ? []
          : [{ '@type': `${google}.RetryInfo`, retryDelay: `${retrySeconds}s` }]),
      ],
    },
  }
}

const errors: Record<number, [status: string, message: string, reason?: string]> = {
  400: ['INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID'],
  401: ['UNAUTHENTICATED', 'Request had invalid authentication credentials.'],
  403: ['PERMISSION_DENIED', 'Your project does not have access.', 'SERVICE_DISABLED'],
  404: [
    'NOT_FOUND',
    'models/gone is not found for API version v1beta, or is not supported for generateContent.',
  ],
  408: ['DEADLINE_EXCEEDED', 'The request timed out.'],
  429: ['RESOURCE_EXHAUSTED', 'You exceeded your current quota.'],
  500: ['INTERNAL', 'An internal error has occurred.'],
  503: ['UNAVAILABLE', 'The model is overloaded. Please try again later.'],
  504: ['DEADLINE_EXCEEDED', 'The request did not finish in time.'],
}

const frame = (chunk: object, eol = '\n') => `data: ${JSON.stringify(chunk)}${eol}${eol}`

/** A chunk of an answer as the vendor sends it. */
function chunkOf(text: string | null, finishReason?: string, thought = false): object {
  const parts = text === null ? [] : [{ text, ...(thought ? { thought } : {}) }]
  return {
    candidates: [
      {
        ...(parts.length > 0 ? { content: { role: 'model', parts } } : {}),
        ...(finishReason ? { finishReason } : {}),
        index: 0,
        safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'NEGLIGIBLE' }],
      },
    ],
    usageMetadata: { promptTokenCount: 40, candidatesTokenCount: 20, totalTokenCount: 60 },
    modelVersion: 'emulator',
  }
}

/** One part of what is sent: bytes, a wait in milliseconds, an endless wait, or a dropped connection. */
export type Frame = { send: string } | { bytes: string } | { wait: number } | 'hang' | 'drop'

/** The stream for a fault. `usual` is the normal answer. */
export function framesFor(fault: EmulatorFault, usual: string, promptText: string): Frame[] {
  const send = (chunk: object, eol?: string): Frame => ({ send: frame(chunk, eol) })
  const textFrames = (text: string, pieces = 3, ms = 0): Frame[] => {
    const cuts = cutsOf(text, pieces)
    return cuts.flatMap((piece, i): Frame[] => [
      ...(ms > 0 ? [{ wait: ms }] : []),
      send(chunkOf(piece, i === cuts.length - 1 ? 'STOP' : undefined)),
    ])
  }
  switch (fault.do) {
    case 'say':
      return textFrames(fault.text, fault.pieces, fault.ms)
    case 'stop-often':
      return [
        ...cutsOf(fault.text, 4).map((piece) => send(chunkOf(piece, 'STOP'))),
        ...(fault.after ? [{ wait: 20 }, fault.after] : []),
      ]
    case 'finish':
      return [
        ...(fault.text ? [send(chunkOf(fault.text))] : []),
        send(chunkOf(fault.text === undefined ? null : '', fault.reason)),
      ]
    case 'block-prompt':
      return [
        send({
          promptFeedback: { blockReason: fault.reason ?? 'SAFETY', safetyRatings: [] },
          usageMetadata: { promptTokenCount: 40, totalTokenCount: 40 },
        }),
      ]
    case 'think':
      return [
        send(chunkOf('I should be brief.', undefined, true)),
        send({ usageMetadata: {} }),
        ...textFrames(usual),
      ]
    case 'leak':
      return textFrames(promptText, 12)
    case 'split':
      return textFrames(fault.text ?? usual).map((frame) => ({ bytes: (frame as { send: string }).send }))
    case 'crlf':
      return [
        { bytes: ': a comment\r\n\r\n' },
        ...cutsOf(usual, 2).map((piece, i): Frame => ({
          bytes: frame(chunkOf(piece, i === 1 ? 'STOP' : undefined), '\r\n'),
        })),
      ]
    case 'hang':
    case 'drop':
      return [fault.do]
    case 'hang-midway':
      return [send(chunkOf('The first half ')), 'hang']
    case 'drop-midway':
      return [send(chunkOf('The first half ')), { wait: 20 }, 'drop']
    case 'error-first':
      return [send({ error: { code: fault.code, status: fault.status, message: 'Overloaded.' } })]
    case 'error-midway':
      return [
        send(chunkOf('The first half ')),
        send({ error: { code: fault.code, status: fault.status, message: 'Overloaded.' } }),
      ]
    case 'no-end':
      return [send(chunkOf('The first half '))]
    case 'garbage':
      return [{ send: 'data: <html>It works!</html>\n\n' }]
    case 'garbage-midway':
      return [send(chunkOf('The first half ')), { send: 'data: {"candidates":\n\n' }]
    default:
      return textFrames(usual)
  }
}

/** Cuts a text into so many pieces; no piece is empty, no character is cut. */
function cutsOf(text: string, pieces: number): string[] {
  const characters = [...text]
  const size = Math.max(1, Math.ceil(characters.length / pieces))
  const cuts: string[] = []
  for (let at = 0; at < characters.length; at += size) cuts.push(characters.slice(at, at + size).join(''))
  return cuts.length > 0 ? cuts : ['']
}
