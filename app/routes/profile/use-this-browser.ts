import { useEffect, useEffectEvent, useState } from 'react'

export type PushOffer = {
  publicKey: string
  /** The browsers that are told already. */
  endpoints: string[]
}

/** `unknown` until scripts have looked; `refused` when the person told the browser so. */
export type BrowserState = 'unknown' | 'unable' | 'refused' | 'off' | 'on'

const failed = 'That did not work. Please try again.'

const isAble = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function stateHere(endpoints: readonly string[]): Promise<BrowserState> {
  if (!isAble()) return 'unable'
  if (Notification.permission === 'denied') return 'refused'
  const here = await subscriptionHere()
  return here && endpoints.includes(here.endpoint) ? 'on' : 'off'
}

/** Tells the server; whether it took it. */
async function tell(fields: Record<string, string>): Promise<boolean> {
  const answer = await fetch('/api/push', { method: 'POST', body: new URLSearchParams(fields) })
  return answer.ok
}

/** Whether the browser one sits at is told of notices, and what changes that. */
export function useThisBrowser({ publicKey, endpoints }: PushOffer) {
  const [state, setState] = useState<BrowserState>('unknown')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const look = useEffectEvent(() => stateHere(endpoints))
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
      // One that was asked for by another person, or with another key, is of no use to this one.
      await (await subscriptionHere())?.unsubscribe()
      await navigator.serviceWorker.ready
      const options = { userVisibleOnly: true, applicationServerKey: publicKey }
      const { endpoint, keys } = (await registration.pushManager.subscribe(options)).toJSON()
      const { p256dh = '', auth = '' } = keys ?? {}
      return (await tell({ intent: 'subscribe', endpoint: endpoint ?? '', p256dh, auth })) ? 'on' : null
    })

  const unsubscribe = () =>
    whileBusy(async () => {
      const here = await subscriptionHere()
      if (!here) return 'off'
      if (!(await tell({ intent: 'unsubscribe', endpoint: here.endpoint }))) return null
      await here.unsubscribe()
      return 'off'
    })

  return { state, busy, problem, subscribe, unsubscribe }
}
