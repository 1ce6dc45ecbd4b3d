import { useLocation, useNavigation } from 'react-router'

const texts = { '/products': 'Loading items', '/profile': 'Loading Profile...', '/admin': 'Authorizing...' }

/**
 * Says that the catalogue, or a page of the profile or the admin area, is loading; it is seen after 0.15 s, so that it
 * does not flash. It is always in the document, so that screen readers read changes.
 */
export function AreaLoading() {
  const here = useLocation().pathname
  const { state, location } = useNavigation()
  const there = location?.pathname ?? here
  const area = Object.entries(texts).find(([path]) => there === path || there.startsWith(`${path}/`))
  const text = state === 'loading' && there !== here ? area?.[1] : undefined
  return (
    <div
      role="status"
      data-print="hide"
      className="pointer-events-none fixed inset-x-0 top-20 z-50 flex justify-center"
    >
      {text ? (
        <span
          className={
            'flex items-center gap-3 rounded-full border border-line-strong bg-card px-5 py-2.5 ' +
            'font-medium shadow-lift transition-opacity delay-150 starting:opacity-0'
          }
        >
          <span aria-hidden="true" className="flex gap-1">
            <span className="loading-dot size-2 rounded-full bg-accent" />
            <span className="loading-dot size-2 rounded-full bg-accent" />
            <span className="loading-dot size-2 rounded-full bg-accent" />
          </span>
          {text}
        </span>
      ) : null}
    </div>
  )
}
