import { useEffect } from 'react'

/**
 * A page the browser kept while someone paid is read anew when they come back to it: it shows what has become of the
 * order.
 */
export function useFreshAfterBack() {
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
}
