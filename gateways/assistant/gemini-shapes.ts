import { z } from 'zod'
import type { Question } from './port.ts'

/** The part of a `GenerateContentResponse` that we read. Unknown fields are ignored. */
const chunk = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z
              .array(z.object({ text: z.string().optional(), thought: z.boolean().optional() }))
              .optional(),
          })
          .optional(),
        finishReason: z.string().optional(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  usageMetadata: z.object({ totalTokenCount: z.number().int().nonnegative().optional() }).optional(),
})

const error = z.object({
  error: z.object({
    code: z.number().int(),
    status: z.string().optional(),
    details: z
      .array(z.object({ reason: z.string().optional(), retryDelay: z.string().optional() }))
      .optional()
      .catch(undefined),
  }),
})

/** A piece of an answer in our terms. `finish` and `blocked` are the vendor's reasons. */
export type Piece = { text: string; finish?: string; blocked?: string; tokens?: number }

export type VendorError = { code: number; status: string; reasons: string[]; retryMs: number | null }

/** Reads one frame of a stream: a piece, an error, or null when it is neither. */
export function readFrame(data: string): Piece | VendorError | null {
  const value = jsonOf(data)
  const failed = readError(value)
  if (failed) return failed
  const read = chunk.safeParse(value)
  if (!read.success) return null
  const { candidates, promptFeedback, usageMetadata } = read.data
  const parts = candidates?.[0]?.content?.parts ?? []
  return {
    text: parts.map(({ text = '', thought = false }) => (thought ? '' : text)).join(''),
    finish: candidates?.[0]?.finishReason,
    blocked: promptFeedback?.blockReason,
    tokens: usageMetadata?.totalTokenCount,
  }
}

/** Reads the vendor's error from a body; null when the body is no error. */
export function readError(value: unknown): VendorError | null {
  const read = error.safeParse(typeof value === 'string' ? jsonOf(value) : value)
  if (!read.success) return null
  const { code, status = '', details = [] } = read.data.error
  const delay = details
    .map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(retryDelay ?? '')?.[1])
    .find(Boolean)
  return {
    code,
    status,
    reasons: details.flatMap(({ reason }) => (reason ? [reason] : [])),
    retryMs: delay === undefined ? null : Number(delay) * 1000,
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const harms = ['HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT']

export type GenerationLimits = { maxOutputTokens: number; thinkingLevel?: string }

/**
 * The body of a request. The vendor counts thinking against `maxOutputTokens`; without a `thinkingLevel` the model
 * chooses.
 */
export function bodyOf(
  { system, turns, text }: Question,
  { maxOutputTokens, thinkingLevel }: GenerationLimits,
): object {
  const content = (role: 'user' | 'model', words: string) => ({ role, parts: [{ text: words }] })
  return {
    systemInstruction: { parts: [{ text: system }] },
    contents: [
      ...turns.map((turn) => content(turn.by === 'person' ? 'user' : 'model', turn.text)),
      content('user', text),
    ],
    safetySettings: harms.map((harm) => ({
      category: `HARM_CATEGORY_${harm}`,
      threshold: 'BLOCK_MEDIUM_AND_ABOVE',
    })),
    generationConfig: {
      maxOutputTokens,
      ...(thinkingLevel ? { thinkingConfig: { thinkingLevel } } : {}),
    },
  }
}
