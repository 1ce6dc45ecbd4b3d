import { use, useEffect, useMemo, useRef, useState } from 'react'
import { stillUnsent } from '#domain/chat/timeline.ts'
import { loginToChat } from '#domain/chat/chat.ts'
import { AskLoginContext } from '#app/ui/login-context.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { postMessage, type SendAnswer } from './ask-server.ts'
import { type ChosenPhoto, photoOf } from '../photo/chosen-photo.ts'
import { forget, keep, type KeptMessage, readKept } from './kept-messages.ts'
import type { ThreadView } from './thread-view.ts'
import type { SentMessage } from '#domain/chat/sent-message.ts'

/** `problem` is the server's refusal; null when the server did not answer. */
export type UnsentMessage = Omit<KeptMessage, 'preview'> & {
  photo: ChosenPhoto | null
  failed: boolean
  problem: string | null
}

type Sent = Extract<SendAnswer, { ok: true }>

/**
 * The messages sent here that the stored messages do not contain yet. They are sent one after the other, in order. One
 * that fails stays, also after a reload, and is repeated with the same id, so that it is stored once.
 */
export function useUnsentMessages(
  { keptName: key, to }: { keptName: string; to: ThreadView['to'] },
  messages: readonly SentMessage[],
  onSent: (sent: Sent) => void,
) {
  const askLogin = use(AskLoginContext)
  const [all, setAll] = useState<UnsentMessage[]>([])
  const lane = useRef(Promise.resolve())
  const unsent = stillUnsent(all, messages)

  const hydrated = useHydrated()
  const [restored, setRestored] = useState<string | null>(null)
  if (hydrated && restored !== key) {
    setRestored(key)
    setAll(readKept(key).map(restoredFrom))
  }

  // The message was stored, although the answer was lost.
  useEffect(() => {
    for (const { clientId } of all) if (!stillUnsent([{ clientId }], messages).length) forget(key, clientId)
  }, [key, all, messages])

  /** Null once the page is left: a message is then sent on, and changes no other page. */
  const page = useRef<{ onSent: typeof onSent; askLogin: typeof askLogin } | null>(null)
  useEffect(() => {
    page.current = { onSent, askLogin }
    return () => void (page.current = null)
  })

  const actions = useMemo(() => {
    const update = (clientId: string, change: Partial<UnsentMessage>) =>
      setAll((now) => now.map((each) => (each.clientId === clientId ? { ...each, ...change } : each)))
    const drop = (clientId: string) => {
      forget(key, clientId)
      setAll((now) => now.filter((each) => each.clientId !== clientId))
    }
    const deliver = async (message: UnsentMessage) => {
      const { clientId } = message
      const answer = await postMessage(to, message)
      if (answer.ok) {
        page.current?.onSent(answer)
        return drop(clientId)
      }
      update(clientId, { failed: true, problem: answer.reason === 'offline' ? null : answer.message })
      if (answer.reason === 'login')
        page.current?.askLogin({ next: location.pathname + location.search, notice: loginToChat })
    }
    const enqueue = (message: UnsentMessage) => {
      keep(key, { ...message, preview: message.photo?.preview ?? null })
      lane.current = lane.current.then(() => deliver(message))
    }
    return {
      send(text: string, photo: ChosenPhoto | null) {
        const at = new Date().toISOString()
        const message = { clientId: newId(), text, at, photo, failed: false, problem: null }
        setAll((now) => [...now, message])
        enqueue(message)
      },
      retry(message: UnsentMessage) {
        update(message.clientId, { failed: false, problem: null })
        enqueue(message)
      },
      discard: ({ clientId }: UnsentMessage) => drop(clientId),
    }
  }, [key, to])
  return { unsent, ...actions }
}

function restoredFrom({ preview, ...kept }: KeptMessage): UnsentMessage {
  return { ...kept, photo: preview === null ? null : photoOf(preview), failed: true, problem: null }
}

/** A random id; `crypto.randomUUID` exists on https only. */
function newId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  hex[6] = `4${hex[6]![1]}`
  hex[8] = `a${hex[8]![1]}`
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
