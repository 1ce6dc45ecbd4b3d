import {
  createContext,
  type FocusEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { lastFailure, onFailure } from './failure.ts'
import { ToastCard, type Toast } from './toast-card.tsx'

export type { Toast } from './toast-card.tsx'

type ShowToast = (toast: { kind: Toast['kind']; text: string }) => void
type Shelf = { toasts: Toast[]; show: ShowToast; drop: (id: string) => void }

const ToastContext = createContext<Shelf>({ toasts: [], show: () => {}, drop: () => {} })

/** What a guest was told, such as to log in first, is removed once they did. */
export function ToastProvider({ isLoggedIn, children }: { isLoggedIn: boolean; children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const [wasLoggedIn, setWasLoggedIn] = useState(isLoggedIn)
  if (isLoggedIn !== wasLoggedIn) {
    setWasLoggedIn(isLoggedIn)
    if (isLoggedIn) setToasts([])
  }
  const show = useCallback<ShowToast>((toast) => {
    const another = { ...toast, id: `${Date.now()}-${Math.random()}` }
    // An error stays until it is closed; the same error again replaces the earlier one.
    const isSame = ({ kind, text }: Toast) => kind === 'error' && toast.kind === kind && toast.text === text
    setToasts((all) => [...all.filter((one) => !isSame(one)), another])
  }, [])
  useEffect(
    () =>
      onFailure(() => {
        const failure = lastFailure()
        if (failure && !failure.inDialog) show({ kind: 'error', text: failure.text })
      }),
    [show],
  )
  const drop = useCallback((id: string) => setToasts((all) => all.filter((toast) => toast.id !== id)), [])
  const shelf = useMemo(() => ({ toasts, show, drop }), [toasts, show, drop])
  return <ToastContext value={shelf}>{children}</ToastContext>
}

export function useToast(): ShowToast {
  return use(ToastContext).show
}

/**
 * Always in the document, so that a screen reader reads new messages. `initial` are the messages that the server sent
 * with this page; a later page may bring others, and each id is shown once.
 */
export function ToastArea({ isLoggedIn, initial = none }: { isLoggedIn: boolean; initial?: Toast[] }) {
  const { toasts, drop } = use(ToastContext)
  const [flash, setFlash] = useState({
    source: initial,
    isLoggedIn,
    seen: initial.map((toast) => toast.id),
    open: initial,
  })

  if (flash.source !== initial || flash.isLoggedIn !== isLoggedIn) {
    const fresh = initial.filter((toast) => !flash.seen.includes(toast.id))
    const hasLoggedIn = isLoggedIn && !flash.isLoggedIn
    setFlash({
      source: initial,
      isLoggedIn,
      seen: [...flash.seen, ...fresh.map((toast) => toast.id)],
      open: [...(hasLoggedIn ? [] : flash.open), ...fresh],
    })
  }

  const area = useRef<HTMLElement>(null)
  const focusedBefore = useRef<EventTarget>(null)
  function noteFocus({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) focusedBefore.current = relatedTarget
  }

  function close(id: string) {
    moveFocus(area.current!, focusedBefore.current)
    drop(id)
    setFlash((now) => ({ ...now, open: now.open.filter((toast) => toast.id !== id) }))
  }

  const all = [...flash.open, ...toasts]
  const cards = (kind: Toast['kind']) =>
    all
      .filter((toast) => toast.kind === kind)
      .map((toast) => <ToastCard key={toast.id} toast={toast} onClose={close} />)

  return (
    <section
      ref={area}
      onFocus={noteFocus}
      aria-label="Messages"
      data-print="hide"
      className={
        'pointer-events-none fixed inset-x-4 bottom-22 z-50 flex flex-col items-center gap-2 ' +
        'md:right-auto md:bottom-6 md:left-6 md:items-start'
      }
    >
      <div role="status" className="grid w-full max-w-sm gap-2">
        {cards('success')}
      </div>
      <div role="alert" className="grid w-full max-w-sm gap-2">
        {cards('error')}
      </div>
    </section>
  )
}

const none: Toast[] = []

/** Before a toast goes that has the focus: to the next toast, or back to where the focus came from. */
function moveFocus(area: HTMLElement, before: EventTarget | null) {
  const focused = area.querySelector(':focus')
  if (!focused) return
  const next = [...area.querySelectorAll('button')].find((button) => button !== focused)
  const known = before instanceof HTMLElement && before.isConnected ? before : null
  const target = next ?? known ?? document.getElementById('main')
  target?.focus({ preventScroll: true })
}
