import { useCallback, useEffect, useRef, useState } from 'react'
import { mergeMessages, type Stretch, withNewest, withOlder } from '#domain/chat/timeline.ts'
import { useLive } from '#app/live/use-live.ts'
import { fetchMessages } from './ask-server.ts'
import type { ThreadView } from './thread-view.ts'
import type { ToldMessage } from './told-message.ts'

/**
 * The messages of a conversation that is open: those of its page, older ones as they are asked for, and each new one
 * once, in order. Where something may have been missed, the newest page is read again.
 */
export function useThread(view: ThreadView) {
  const { threadId, newest } = view
  const [source, setSource] = useState(view)
  const [stretch, setStretch] = useState<Stretch<ToldMessage>>(view)
  const [partnerReadId, setPartnerReadId] = useState(view.partnerReadId)
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle')
  if (source !== view) {
    setSource(view)
    setStretch(newest ? withNewest(stretch, view) : view)
    setPartnerReadId(Math.max(partnerReadId, view.partnerReadId))
  }

  /** A message was written. On a page of older messages it has no place. */
  const add = useCallback(
    (message: ToldMessage) => {
      if (newest) setStretch((now) => ({ ...now, messages: mergeMessages(now.messages, [message]) }))
    },
    [newest],
  )
  const partnerRead = useCallback((upTo: number) => setPartnerReadId((now) => Math.max(now, upTo)), [])

  const catchUp = useCallback(async () => {
    const page = threadId && newest ? await fetchMessages(threadId) : null
    if (!page) return
    setStretch((now) => withNewest(now, page))
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
      message(news) {
        if (news.threadId !== threadId) return
        const { sentAt, ...message } = news.message
        add({ ...message, sentAt: new Date(sentAt).toISOString() })
      },
      read(news) {
        if (news.threadId === threadId && !news.mine) partnerRead(news.upTo)
      },
    },
    // Until the first message arrived, nothing told was known to be of this thread.
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

  return { ...stretch, partnerReadId, older, add, partnerRead, catchUp, loadOlder }
}

export type OpenThread = ReturnType<typeof useThread>
