/** How the emulator takes one question. Without a manner it answers as it was set up to. */
export type Manner =
  /** Says `text`, in pieces, waiting `ms` before each. */
  | { do: 'say'; text: string; pieces?: number; ms?: number }
  /** Ends for a reason of the vendor's, after saying `text` or nothing. */
  | { do: 'finish'; reason: string; text?: string }
  | { do: 'block-prompt'; reason?: string }
  /** Thinks aloud before it answers; thoughts are no part of an answer. */
  | { do: 'think' }
  /** Repeats all it was told, its instructions included. */
  | { do: 'leak' }
  /** Sends the bytes one by one, so that frames, line breaks and characters are cut anywhere. */
  | { do: 'split'; text?: string }
  /** Writes its lines as some proxies do. */
  | { do: 'crlf' }
  | { do: 'error'; status: 400 | 401 | 403 | 404 | 408 | 429 | 500 | 503 | 504; retrySeconds?: number }
  /** An error of a proxy: no JSON. */
  | { do: 'bad-gateway'; status: 404 | 502 | 429; retryAfter?: string }
  /** Never answers, or no longer after a first piece. */
  | { do: 'hang' | 'hang-midway' }
  /** Ends the connection before an answer, or in the middle of one. */
  | { do: 'drop' | 'drop-midway' }
  | { do: 'error-first' | 'error-midway'; code: number; status: string }
  /** A clean end of the stream without a reason. */
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
export function chunkOf(text: string | null, finishReason?: string, thought = false): object {
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

/** What is sent, step by step: bytes, a wait in milliseconds, for ever, or a torn connection. */
export type Step = { send: string } | { bytes: string } | { wait: number } | 'hang' | 'drop'

/** The stream of a manner. `usual` is what it answers when nothing else is said. */
export function stepsOf(manner: Manner, usual: string, told: string): Step[] {
  const send = (chunk: object, eol?: string): Step => ({ send: frame(chunk, eol) })
  const say = (text: string, pieces = 3, ms = 0): Step[] => {
    const cuts = cutsOf(text, pieces)
    return cuts.flatMap((piece, i): Step[] => [
      ...(ms > 0 ? [{ wait: ms }] : []),
      send(chunkOf(piece, i === cuts.length - 1 ? 'STOP' : undefined)),
    ])
  }
  switch (manner.do) {
    case 'say':
      return say(manner.text, manner.pieces, manner.ms)
    case 'finish':
      return [
        ...(manner.text ? [send(chunkOf(manner.text))] : []),
        send(chunkOf(manner.text === undefined ? null : '', manner.reason)),
      ]
    case 'block-prompt':
      return [
        send({
          promptFeedback: { blockReason: manner.reason ?? 'SAFETY', safetyRatings: [] },
          usageMetadata: { promptTokenCount: 40, totalTokenCount: 40 },
        }),
      ]
    case 'think':
      return [
        send(chunkOf('I should be brief.', undefined, true)),
        send({ usageMetadata: {} }),
        ...say(usual),
      ]
    case 'leak':
      return say(told, 12)
    case 'split':
      return say(manner.text ?? usual).map((step) => ({ bytes: (step as { send: string }).send }))
    case 'crlf':
      return [
        { bytes: ': a comment\r\n\r\n' },
        ...cutsOf(usual, 2).map((piece, i): Step => ({
          bytes: frame(chunkOf(piece, i === 1 ? 'STOP' : undefined), '\r\n'),
        })),
      ]
    case 'hang':
    case 'drop':
      return [manner.do]
    case 'hang-midway':
      return [send(chunkOf('The first half ')), 'hang']
    case 'drop-midway':
      return [send(chunkOf('The first half ')), { wait: 20 }, 'drop']
    case 'error-first':
      return [send({ error: { code: manner.code, status: manner.status, message: 'Overloaded.' } })]
    case 'error-midway':
      return [
        send(chunkOf('The first half ')),
        send({ error: { code: manner.code, status: manner.status, message: 'Overloaded.' } }),
      ]
    case 'no-end':
      return [send(chunkOf('The first half '))]
    case 'garbage':
      return [{ send: 'data: <html>It works!</html>\n\n' }]
    case 'garbage-midway':
      return [send(chunkOf('The first half ')), { send: 'data: {"candidates":\n\n' }]
    default:
      return say(usual)
  }
}

/** A text in so many pieces, none empty, no character cut in two. */
function cutsOf(text: string, pieces: number): string[] {
  const characters = [...text]
  const size = Math.max(1, Math.ceil(characters.length / pieces))
  const cuts: string[] = []
  for (let at = 0; at < characters.length; at += size) cuts.push(characters.slice(at, at + size).join(''))
  return cuts.length > 0 ? cuts : ['']
}
