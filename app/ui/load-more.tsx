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
  return (
    <ButtonLink
      to={to}
      variant="secondary"
      rel="next"
      aria-label={name}
      aria-busy={loading || undefined}
      preventScrollReset
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        load(to)
      }}
    >
      {loading ? 'Loading...' : children}
    </ButtonLink>
  )
}
