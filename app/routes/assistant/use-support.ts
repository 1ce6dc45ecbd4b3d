import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { assistantFailed } from '#domain/assistant/assistant.ts'
import { type ShownSupport, type SupportConversation } from './support-state.ts'

const PATH = '/api/support'
const AGAIN_MS = 2500

type Writing = { question: string; text: string }

/** The conversation with the assistant in a browser: it reads, asks, stops and clears. */
export function useSupport() {
  const [state, setState] = useState<SupportConversation | 'loading' | 'failed'>('loading')
  const [writing, setWriting] = useState<Writing | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const reader = useRef<AbortController | null>(null)

  useEffect(() => {
    const leaving = new AbortController()
    void readState(leaving.signal).then((read) => {
      if (!leaving.signal.aborted) setState(read)
    })
    return () => {
      leaving.abort()
      reader.current?.abort()
    }
  }, [])

  /** Reads the conversation again; if that fails, the current one stays. */
  const again = () =>
    void readState().then((read) =>
      setState((now) => (read === 'failed' && typeof now === 'object' ? now : read)),
    )

  // The answer is being written for another window, or was when this one was loaded.
  const elsewhere = typeof state === 'object' && state.messages.at(-1)?.state === 'writing' && !writing
  const readAgain = useEffectEvent(again)
  useEffect(() => {
    if (!elsewhere) return
    const timer = setInterval(() => readAgain(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [elsewhere])

  const add = (...messages: ShownSupport[]) =>
    setState((now) => (typeof now === 'object' ? { ...now, messages: [...now.messages, ...messages] } : now))

  /** Returns whether the question was accepted; if not, the typed text stays. */
  async function ask(question: string): Promise<boolean> {
    if (writing) return false
    setProblem(null)
    setWriting({ question, text: '' })
    const own = new AbortController()
    reader.current = own
    let answerText = ''
    let taken = false
    const sent: ShownSupport = { id: -Date.now(), by: 'person', text: question, state: 'done', sources: [] }
    const answer = (text: string, state: ShownSupport['state']): ShownSupport => ({
      ...sent,
      id: sent.id - 1,
      by: 'assistant',
      text,
      state,
    })
    try {
      const response = await post({ intent: 'ask', text: question }, own.signal)
      if (!response.ok || !response.body || !isOurs(response)) {
        setProblem(await wordsOf(response))
        return false
      }
      taken = true
      for await (const line of linesOf(response.body)) {
        if (line.message) {
          add(sent, line.message)
          return true
        }
        answerText += line.text ?? ''
        setWriting({ question, text: answerText })
      }
      throw new Error('The answer broke off.')
    } catch {
      if (own.signal.aborted) add(sent, answer(answerText.trim(), 'stopped'))
      else if (taken) add(sent, answer(assistantFailed, 'failed'))
      else setProblem(assistantFailed)
      return taken || own.signal.aborted
    } finally {
      setWriting(null)
    }
  }

  async function clear() {
    setProblem(null)
    try {
      const response = await post({ intent: 'clear' })
      if (!response.ok || !isOurs(response)) throw new Error(String(response.status))
      setState((now) => (typeof now === 'object' ? { ...now, messages: [] } : now))
    } catch {
      setProblem('The conversation could not be cleared. Please try again.')
    }
  }

  return { state, writing, problem, ask, clear, stop: () => reader.current?.abort(), again }
}

const post = (form: Record<string, string>, signal?: AbortSignal) =>
  fetch(PATH, { method: 'POST', body: new URLSearchParams(form), signal })

async function readState(signal?: AbortSignal): Promise<SupportConversation | 'failed'> {
  try {
    const response = await fetch(PATH, { signal })
    return response.ok ? ((await response.json()) as SupportConversation) : 'failed'
  } catch {
    return 'failed'
  }
}

/** Whether an answer comes from the site: a network that requires a log-in answers everything with an HTML page. */
const isOurs = (response: Response) => !response.headers.get('content-type')?.includes('html')

async function wordsOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { error?: { message?: string } } | null
  return body?.error?.message ?? assistantFailed
}

type Line = { text?: string; message?: ShownSupport }

/** The lines of JSON of an answer, as they arrive. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    rest += decoder.decode(next.value, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line !== '') yield JSON.parse(line) as Line
  }
}
