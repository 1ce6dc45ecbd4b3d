import { Suspense, useCallback, useEffect, useState, type MouseEvent, type ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { AskLoginContext, LoginContext } from '#app/ui/login-context.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { LoadingDots } from '#app/ui/primitives/loading-dots.tsx'
import { returnPathOf } from '#domain/account/return-path.ts'
import type { PortalState } from './portal-state.ts'

// Loaded on use, so that guests who only look around do not download it.
let isMissing = false
const onMissing = () => (isMissing = true)
const Dialog = lazyPart(async () => (await import('#app/ui/primitives/dialog.tsx')).Dialog, onMissing)
const Alert = lazyPart(async () => (await import('#app/ui/primitives/alert.tsx')).Alert, onMissing)
const LoginPanel = lazyPart(async () => (await import('./login-panel.tsx')).LoginPanel, onMissing)

/**
 * The log-in modal, opened by any link to /login. Without scripts those links lead to the page with the same forms.
 */
export function LoginDialogProvider({ siteName, children }: { siteName: string; children: ReactNode }) {
  const [state, setState] = useState<PortalState | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const navigation = useNavigation()
  const openLogin = useCallback((event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    // The log-in page does it as well.
    if (isMissing) return
    event.preventDefault()
    const next = returnPathOf(new URL(event.currentTarget.href).searchParams.get('next'))
    setNotice(null)
    setState({ portal: null, tab: 'login', next })
  }, [])
  const askLogin = useCallback((prompt: { next: string; notice: string }) => {
    setNotice(prompt.notice)
    setState({ portal: null, tab: 'login', next: returnPathOf(prompt.next) })
  }, [])

  // After the log-in the modal closes when the next page opens.
  if (state && navigation.state === 'loading') setState(null)

  // Changing to another portal removes the pressed link, and the focus with it.
  const portal = state && (state.portal ?? 'choice')
  useEffect(() => {
    const dialog = portal ? document.querySelector('dialog[open]') : null
    const first = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector('h2')
    first?.focus()
  }, [portal])

  return (
    <LoginContext value={openLogin}>
      <AskLoginContext value={askLogin}>{children}</AskLoginContext>
      {state ? (
        <Suspense fallback={<LoadingDots label="Opening the log-in" />}>
          <Dialog
            open
            onClose={() => setState(null)}
            title={state.portal ? `${siteName} ${state.portal} portal` : 'Welcome, neighbour'}
          >
            {notice ? (
              <div className="mb-5">
                <Alert tone="info">{notice}</Alert>
              </div>
            ) : null}
            <LoginPanel state={state} onChange={setState} />
          </Dialog>
        </Suspense>
      ) : null}
    </LoginContext>
  )
}
