import type { Hint } from './port.ts'

/** PostgreSQL takes no payload of 8,000 bytes or more; a hint of three ids has 210 at most. */
const NOTICES_PER_MESSAGE = 32
const LONGEST_ID = 64

type Written = [to: string, kind: string, about?: string]

/** Hints as messages of less than 8,000 bytes. One with an id that is too long is left out. */
export function writeHints(hints: readonly Hint[]): string[] {
  const written = hints
    .map(({ to, kind, about }): Written => (about === undefined ? [to, kind] : [to, kind, about]))
    .filter((parts) => parts.every(isId))
  const messages: string[] = []
  for (let at = 0; at < written.length; at += NOTICES_PER_MESSAGE)
    messages.push(JSON.stringify(written.slice(at, at + NOTICES_PER_MESSAGE)))
  return messages
}

/** The hints of a message; what is none of ours is left out. */
export function readHints(message: string): Hint[] {
  let read: unknown
  try {
    read = JSON.parse(message)
  } catch {
    return []
  }
  return Array.isArray(read) ? read.flatMap((parts) => hintOf(parts) ?? []) : []
}

function hintOf(parts: unknown): Hint | null {
  if (!Array.isArray(parts) || parts.length < 2 || parts.length > 3 || !parts.every(isId)) return null
  const [to, kind, about] = parts as Written
  return { to, kind, ...(about === undefined ? {} : { about }) }
}

const isId = (part: unknown) =>
  typeof part === 'string' && part.length <= LONGEST_ID && /^[\w:.@-]*$/.test(part)
