import { useContext, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { AreaLoading } from './area-loading.tsx'
import { LoginContext } from './login-context.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import type { HeaderUser } from './site-menu.tsx'
import { ToastArea, ToastProvider, type Toast } from './toasts.tsx'
import { siteNameOf } from '../title.ts'

export type FrameData = {
  siteName: string
  supportEmail: string
  user: HeaderUser | null
  cartCount: number
  showCart: boolean
  toast: Toast | null
}

/**
 * The frame around every page; a `bare` page has none. Without data (when the database is down) it is a guest's frame.
 */
export function PageFrame({
  root,
  bare,
  searchBox,
  support,
  children,
}: {
  root: FrameData | null
  bare: boolean
  searchBox: ReactNode
  /** The assistant, above the page. */
  support: ReactNode
  children: ReactNode
}) {
  const openLogin = useContext(LoginContext)
  const siteName = siteNameOf(root)
  const isLoggedIn = root?.user != null
  useFocusOnNavigation()
  return (
    <ToastProvider isLoggedIn={isLoggedIn}>
      {bare ? null : (
        <SiteHeader
          siteName={siteName}
          user={root?.user ?? null}
          cartCount={root?.cartCount ?? 0}
          showCart={root?.showCart ?? false}
          searchBox={searchBox}
          onLogin={openLogin}
        />
      )}
      <main id="main" tabIndex={-1} className="focus:outline-none">
        {children}
      </main>
      {bare ? null : <SiteFooter siteName={siteName} supportEmail={root?.supportEmail ?? ''} />}
      {bare ? null : support}
      <AreaLoading />
      <ToastArea isLoggedIn={isLoggedIn} initial={toastsOf(root?.toast ?? null)} />
    </ToastProvider>
  )
}

/**
 * After a client navigation the focus moves to the new page's heading, as after loading it; also on the same page, if
 * the link or button that had the focus is gone, or disabled: then browsers take the focus from it.
 */
function useFocusOnNavigation() {
  const { pathname, key } = useLocation()
  const last = useRef({ pathname, key })
  useEffect(() => {
    const before = last.current
    last.current = { pathname, key }
    if (before.key === key) return
    if (before.pathname === pathname && !document.activeElement?.matches('body, :disabled')) return
    const target = document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
  }, [pathname, key])
}

const shown = new WeakMap<Toast, Toast[]>()

/** The same toast returns the same list, so that rendering the frame again shows nothing twice. */
function toastsOf(toast: Toast | null): Toast[] {
  if (!toast) return none
  const known = shown.get(toast)
  if (known) return known
  const list = [toast]
  shown.set(toast, list)
  return list
}

const none: Toast[] = []
