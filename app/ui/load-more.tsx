import { ButtonLink } from './primitives/button.tsx'

type LoadMoreProps = { to: string; of: string; loading: boolean; load: (href: string) => void }

/** The link to the next page of a list: scripts load it below; without scripts it is a page of its own. */
export function LoadMore({ to, of, loading, load }: LoadMoreProps) {
  return (
    <div className="mt-6 flex justify-center">
      <ButtonLink
        to={to}
        variant="secondary"
        rel="next"
        aria-label={`Load more ${of}`}
        aria-busy={loading || undefined}
        preventScrollReset
        onClick={(event) => {
          event.preventDefault()
          load(to)
        }}
      >
        {loading ? 'Loading...' : 'Load more'}
      </ButtonLink>
    </div>
  )
}
