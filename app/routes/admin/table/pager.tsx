import { useLocation } from 'react-router'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { addressWith } from './address.ts'

type PagerProps = { next: string | null; previous: string | null }

/** The links to the previous and the next page. */
export function Pager({ next, previous }: PagerProps) {
  const { pathname, search } = useLocation()
  const here = pathname + search
  const start = { after: null, before: null, delete: null }
  if (!next && !previous) return null
  // The page scrolls to its top. Its links are new ones, so that the focus moves there too.
  return (
    <nav key={search} aria-label="Pages" className="mt-8 flex flex-wrap justify-center gap-3">
      {previous ? (
        <>
          <ButtonLink to={addressWith(here, start)} variant="quiet">
            First page
          </ButtonLink>
          <ButtonLink to={addressWith(here, { ...start, before: previous })} variant="secondary" rel="prev">
            Previous page
          </ButtonLink>
        </>
      ) : null}
      {next ? (
        <ButtonLink to={addressWith(here, { ...start, after: next })} variant="secondary" rel="next">
          Next page
        </ButtonLink>
      ) : null}
    </nav>
  )
}
