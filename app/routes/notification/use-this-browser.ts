import { useEffect, useEffectEvent, useState } from 'react'
import { isSubscribedWith } from '#domain/notification/push-key.ts'

export type PushOffer = {
  publicKey: string
  /** The browsers that are subscribed. */
  endpoints: string[]
}

/** `unknown` until scripts have checked; `refused` when the person has blocked notifications in the browser. */
export type BrowserState = 'unknown' | 'unable' | 'refused' | 'off' | 'on'

const failed = 'That did not work. Please try again.'

const isAble = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function stateHere({ publicKey, endpoints }: PushOffer): Promise<BrowserState> {
  if (!isAble()) return 'unable'
  if (Notification.permission === 'denied') return 'refused'
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
export function useThisBrowser({ publicKey, endpoints }: PushOffer) {
  const [state, setState] = useState<BrowserState>('unknown')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const look = useEffectEvent(() => stateHere({ publicKey, endpoints }))
  useEffect(() => {
    let isHere = true
    const show = (found: BrowserState) => isHere && setState(found)
    void look().then(show, () => show('unable'))
    return () => void (isHere = false)
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
        return Notification.permission === 'denied' ? 'refused' : 'off'
      const registration = await navigator.serviceWorker.register('/push.js')
      // A subscription of another person, or with another key, can't be used for this one.
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
