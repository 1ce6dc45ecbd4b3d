import type { MessageRange } from '#domain/chat/timeline.ts'
import { unexpected } from '#app/ui/failure.ts'
import type { RefusalReason } from '#domain/refusal-reason.ts'
import type { ChosenPhoto } from '../photo/chosen-photo.ts'
import type { ThreadView } from './thread-view.ts'
import type { SentMessage } from '#domain/chat/sent-message.ts'

export type SendAnswer =
  | { ok: true; threadId: string; message: Omit<SentMessage, 'sender'> }
  | { ok: false; reason: RefusalReason | 'offline'; message: string }

export type MessagePage = MessageRange<SentMessage> & Pick<ThreadView, 'partnerReadId' | 'assistant'>

const MAX_WAIT_MS = 20_000
const MAX_WAIT_WITH_PHOTO_MS = 180_000

const address = (query: Record<string, string>) => `/api/messages?${new URLSearchParams(query)}`

/**
 * Sends a message. Without an answer, or with an unreadable one, it returns the refusal `offline`: the message may
 * have arrived.
 */
export async function postMessage(
  to: ThreadView['to'],
  { clientId, text, photo }: { clientId: string; text: string; photo: ChosenPhoto | null },
): Promise<SendAnswer> {
  const body = photo ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries({ intent: 'send', clientId, text })) body.append(name, value)
  if (photo) (body as FormData).append('photo', photo.file, 'photo')
  try {
    const response = await fetch(address(to), {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(photo ? MAX_WAIT_WITH_PHOTO_MS : MAX_WAIT_MS),
    })
    const answer = (await response.json()) as SendAnswer | { error?: { message?: string } }
    if ('ok' in answer) return answer
    // A server that is too busy, for example, refuses before it looks at the message.
    return { ok: false, reason: 'unexpected', message: answer.error?.message ?? unexpected }
  } catch {
    return { ok: false, reason: 'offline', message: '' }
  }
}

/** The newest page of a thread, or the one before a message; null when it could not be read. */
export async function fetchMessages(threadId: string, before?: number): Promise<MessagePage | null> {
  const query = { thread_id: threadId, ...(before ? { before: String(before) } : {}) }
  try {
    const response = await fetch(address(query), { signal: AbortSignal.timeout(MAX_WAIT_MS) })
    return response.ok ? ((await response.json()) as MessagePage) : null
  } catch {
    return null
  }
}

/**
 * Reports that a thread was read up to a message; returns whether that arrived. The request has `keepalive`, as the
 * page may be left at once.
 */
export async function sendSeen(threadId: string, upTo: number): Promise<boolean> {
  const body = new URLSearchParams({ intent: 'seen', upTo: String(upTo) })
  try {
    const response = await fetch(address({ thread_id: threadId }), { method: 'POST', body, keepalive: true })
    return response.ok
  } catch {
    return false
  }
}
