import { useCallback, useEffect, useRef, useState } from 'react'
import { mergeMessages, type MessageRange, withNewest, withOlder } from '#domain/chat/timeline.ts'
import { useLive } from '#app/live/use-live.ts'
import { fetchMessages } from './ask-server.ts'
import type { ThreadView } from './thread-view.ts'
import type { SentMessage } from '#domain/chat/sent-message.ts'

/**
 * The messages of an open conversation: those of its page, older ones on request, and each new one once, in order,
 * and whether the assistant is on. When some may have been missed, or it was switched, the newest page is read again.
 */
export function useThread(view: ThreadView) {
  const { threadId, newest } = view
  const [source, setSource] = useState(view)
  const [stretch, setStretch] = useState<MessageRange<SentMessage>>(view)
  const [partnerReadId, setPartnerReadId] = useState(view.partnerReadId)
  const [assistant, setAssistant] = useState(view.assistant)
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle')
  if (source !== view) {
    setSource(view)
    setStretch(newest ? withNewest(stretch, view) : view)
    setPartnerReadId(Math.max(partnerReadId, view.partnerReadId))
    setAssistant(view.assistant)
  }

  /** Adds a new message. A page of older messages does not show it. */
  const add = useCallback(
    (message: SentMessage) => {
      if (newest) setStretch((now) => ({ ...now, messages: mergeMessages(now.messages, [message]) }))
    },
    [newest],
  )
  const partnerRead = useCallback((upTo: number) => setPartnerReadId((now) => Math.max(now, upTo)), [])

  const catchUp = useCallback(async () => {
    const page = threadId ? await fetchMessages(threadId) : null
    if (!page) return
    setAssistant(page.assistant)
    if (newest) setStretch((now) => withNewest(now, page))
    partnerRead(page.partnerReadId)
  }, [threadId, newest, partnerRead])
  useEffect(() => {
    const seen = () => void (document.visibilityState === 'visible' && catchUp())
    const online = () => void catchUp()
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('online', online)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('online', online)
    }
  }, [catchUp])

  useLive(
    {
      message(liveEvent) {
        if (liveEvent.threadId !== threadId) return
        const { sentAt, ...message } = liveEvent.message
        add({ ...message, sentAt: new Date(sentAt).toISOString() })
      },
      read(liveEvent) {
        if (liveEvent.threadId === threadId && !liveEvent.mine) partnerRead(liveEvent.upTo)
      },
      assistant(liveEvent) {
        if (liveEvent.threadId === threadId) void catchUp()
      },
    },
    // Before the first message, the thread had no id, so events could not be matched with it.
    threadId,
  )

  const asking = useRef(false)
  const { earlier } = stretch
  const loadOlder = useCallback(async () => {
    if (asking.current || !threadId || earlier === null) return
    asking.current = true
    setOlder('loading')
    const page = await fetchMessages(threadId, earlier)
    asking.current = false
    setOlder(page ? 'idle' : 'failed')
    if (page) setStretch((now) => (now.earlier === earlier ? withOlder(now, page) : now))
  }, [threadId, earlier])

  return { ...stretch, partnerReadId, assistant, older, add, partnerRead, catchUp, loadOlder }
}

export type OpenThread = ReturnType<typeof useThread>
