import { useEffect, useEffectEvent, useState } from 'react'
import { isSubscribedWith } from '#domain/notification/push-key.ts'

export type PushSetup = {
  publicKey: string
  /** The push addresses of the account’s subscribed browsers. */
  endpoints: string[]
}

/**
 * Whether the browser is subscribed: `unknown` until scripts have checked, `unable` without push messages, `denied`
 * where the person denied the permission.
 */
export type BrowserState = 'unknown' | 'unable' | 'denied' | 'off' | 'on'

const failed = 'That did not work. Please try again.'

const isAble = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function stateHere({ publicKey, endpoints }: PushSetup): Promise<BrowserState> {
  if (!isAble()) return 'unable'
  if (Notification.permission === 'denied') return 'denied'
  const here = await subscriptionHere()
  const isOurs = here && isSubscribedWith(publicKey, here.options.applicationServerKey)
  return isOurs && endpoints.includes(here.endpoint) ? 'on' : 'off'
}

/** Sends a form to the server; returns whether it was accepted. */
async function postForm(fields: Record<string, string>): Promise<boolean> {
  const answer = await fetch('/api/push', { method: 'POST', body: new URLSearchParams(fields) })
  return answer.ok
}

/** Whether the current browser is subscribed to push messages, and functions to change that. */
export function useThisBrowser({ publicKey, endpoints }: PushSetup) {
  const [state, setState] = useState<BrowserState>('unknown')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const look = useEffectEvent(() => stateHere({ publicKey, endpoints }))
  useEffect(() => {
    let isMounted = true
    const show = (found: BrowserState) => isMounted && setState(found)
    void look().then(show, () => show('unable'))
    return () => void (isMounted = false)
  }, [])

  async function whileBusy(act: () => Promise<BrowserState | null>) {
    setBusy(true)
    setProblem(undefined)
    const next = await act().catch(() => null)
    if (next) setState(next)
    else setProblem(failed)
    setBusy(false)
  }

  const subscribe = () =>
    whileBusy(async () => {
      if ((await Notification.requestPermission()) !== 'granted')
        return Notification.permission === 'denied' ? 'denied' : 'off'
      const registration = await navigator.serviceWorker.register('/push.js')
      // An old subscription may belong to another account, or have another key.
      await (await subscriptionHere())?.unsubscribe()
      await navigator.serviceWorker.ready
      const options = { userVisibleOnly: true, applicationServerKey: publicKey }
      const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON()
      const { p256dh = '', auth = '' } = keys ?? {}
      return (await postForm({ intent: 'subscribe', endpoint: endpoint ?? '', p256dh, auth })) ? 'on' : null
    })

  const unsubscribe = () =>
    whileBusy(async () => {
      const here = await subscriptionHere()
      if (!here) return 'off'
      if (!(await postForm({ intent: 'unsubscribe', endpoint: here.endpoint }))) return null
      await here.unsubscribe()
      return 'off'
    })

  return { state, busy, problem, subscribe, unsubscribe }
}
