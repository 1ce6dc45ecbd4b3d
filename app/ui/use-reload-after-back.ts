import { useEffect } from 'react'

/**
 * Reloads a page's data when someone returns to it with the back button after paying: it then shows the new status of
 * the order.
 */
export function useReloadAfterBack() {
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
}
