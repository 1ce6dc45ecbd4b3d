import { useLayoutEffect, useRef } from 'react'
import { ButtonLink } from './primitives/button.tsx'

type LoadMoreProps = { to: string; of: string; loading: boolean; load: (href: string) => void }

/** The link to the next page of a list, in the middle below it. `of` names the list for screen readers. */
export function LoadMore({ of, ...link }: LoadMoreProps) {
  return (
    <div className="mt-6 flex justify-center">
      <LoadMoreLink {...link} name={`Load more ${of}`} />
    </div>
  )
}

type LoadMoreLinkProps = Omit<LoadMoreProps, 'of'> & { name?: string; children?: string }

/**
 * The link to the next page of a list: scripts load it below; without scripts, or in a new tab, it is a page of its
 * own.
 */
export function LoadMoreLink({ to, name, loading, load, children = 'Load more' }: LoadMoreLinkProps) {
  const { link, rememberEnd } = useFocusOnLoaded()
  return (
    <ButtonLink
      ref={link}
      to={to}
      variant="secondary"
      rel="next"
      aria-label={name}
      aria-busy={loading || undefined}
      preventScrollReset
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        rememberEnd()
        load(to)
      }}
    >
      {loading ? 'Loading...' : children}
    </ButtonLink>
  )
}

const focusable =
  'main :is(a[href], button:enabled, input:enabled:not([type=hidden]), select, textarea, summary)'

/** The link goes with the last page of its list: if it had the focus, the first thing that was loaded gets it. */
function useFocusOnLoaded() {
  const link = useRef<HTMLAnchorElement>(null)
  const end = useRef<HTMLElement>(null)
  const all = () => [...document.querySelectorAll<HTMLElement>(focusable)]
  function rememberEnd() {
    const row = link.current!.parentElement!
    end.current =
      all().findLast((one) => one.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) ?? null
  }
  useLayoutEffect(() => {
    const element = link.current
    return () => {
      if (document.activeElement !== element) return
      // After React has added what was loaded.
      queueMicrotask(() => {
        const place = all().indexOf(end.current!)
        if (place >= 0) (all()[place + 1] ?? end.current)?.focus()
      })
    }
  }, [])
  return { link, rememberEnd }
}
