import { Suspense, useCallback, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { AskLoginContext, LoginContext } from '#app/ui/login-context.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Opening } from '#app/ui/opening.tsx'
import { loginHref, returnPathOf } from '#domain/account/return-path.ts'
import type { PortalState } from './portal-state.ts'

// Loaded on use, so that guests who only look around do not download it.
let isMissing = false
const LoginModal = lazyPart(
  async () => (await import('./login-modal.tsx')).LoginModal,
  () => (isMissing = true),
)

/**
 * The log-in modal, opened by any link to /login. Without scripts those links lead to the page with the same forms.
 */
export function LoginDialogProvider({ siteName, children }: { siteName: string; children: ReactNode }) {
  const [state, setState] = useState<PortalState | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const { key } = useLocation()
  const awaitedKey = useRef<string>(undefined)
  const open = useCallback((next: string | null, why: string | null) => {
    awaitedKey.current = window.__reactRouterDataRouter!.state.navigation.location?.key
    setNotice(why)
    setState({ portal: null, tab: 'login', next: returnPathOf(next) })
  }, [])
  const openLogin = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
      // Without the dialog's code the link leads to the log-in page.
      if (isMissing) return
      event.preventDefault()
      open(new URL(event.currentTarget.href).searchParams.get('next'), null)
    },
    [open],
  )
  const askLogin = useCallback(
    (prompt: { next: string; notice: string }) => {
      if (isMissing) return location.assign(loginHref(prompt.next))
      open(prompt.next, prompt.notice)
    },
    [open],
  )

  // After the log-in the modal closes with the next page; it stays for a page that was being read when it opened.
  useEffect(() => {
    if (key !== awaitedKey.current) setState(null)
  }, [key])

  return (
    <LoginContext value={openLogin}>
      <AskLoginContext value={askLogin}>{children}</AskLoginContext>
      {state ? (
        <Suspense fallback={<Opening label="Opening the log-in" />}>
          <LoginModal siteName={siteName} state={state} notice={notice} onChange={setState} />
        </Suspense>
      ) : null}
    </LoginContext>
  )
}
