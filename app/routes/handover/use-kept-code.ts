import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import { waitToRetry } from '#app/ui/wait-to-retry.ts'

/**
 * The form of a rental's code. Sent offline, the code is sent once the browser is online, and again until the site
 * answers: `isWaiting` until then. It stays in the field during a reload and a log-in. `answer` is the site's refusal
 * of a code.
 */
export function useKeptCode(rentalId: string, answer: object | undefined) {
  const form = useRef<HTMLFormElement>(null)
  const [waiting, setWaiting] = useState<{ answer: object | undefined } | null>(null)
  const isWaiting = waiting !== null && (!answer || answer === waiting.answer)
  const store = `code:${rentalId}`
  const shown = useLocation()
  const drawn = useRef(shown)

  useEffect(() => {
    drawn.current = shown
  }, [shown])

  useEffect(() => {
    const field = fieldOf(form.current)
    const kept = readKept(store)
    if (field && kept && !field.value) field.value = kept
    return () => {
      // The site has accepted it, unless it asks for a log-in.
      if (!location.pathname.startsWith('/login')) keep(store, null)
    }
  }, [store])

  useEffect(() => {
    if (!answer) return
    keep(store, null)
    // The focus makes a screen reader say the refusal, also the same one twice.
    const field = fieldOf(form.current)
    if (!field) return
    field.value = ''
    field.focus()
  }, [answer, store])

  useEffect(() => {
    if (!isWaiting) return
    const over = new AbortController()
    void sendUntilAnswered(form, drawn, over.signal)
    return () => over.abort()
  }, [isWaiting])

  function onSubmit(event: FormEvent) {
    const code = fieldOf(form.current)?.value.trim()
    keep(store, code || null)
    if (navigator.onLine || !code) return
    event.preventDefault()
    setWaiting({ answer })
  }

  return { form, isWaiting, onSubmit }
}

/** Sends the form whenever that is worth trying, until `signal` aborts. `drawn` is the location that React shows. */
async function sendUntilAnswered(
  form: RefObject<HTMLFormElement | null>,
  drawn: RefObject<Location>,
  signal: AbortSignal,
) {
  let tries = 0
  for (;;) {
    await waitToRetry(tries, signal)
    if (signal.aborted) return
    const { navigation, location } = window.__reactRouterDataRouter!.state
    // A post can fail before React shows it, so the router is asked. Its answer can come before React shows it: every
    // answer makes a new location.
    if (!navigator.onLine || navigation.state !== 'idle' || location.key !== drawn.current.key) continue
    tries++
    form.current?.requestSubmit()
  }
}

const fieldOf = (form: HTMLFormElement | null) =>
  form?.elements.namedItem('code') as HTMLInputElement | null | undefined

function readKept(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

function keep(name: string, code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, code)
  } catch {
    // Without storage, the code is only on the page.
  }
}
