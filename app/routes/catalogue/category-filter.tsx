import { Link } from '#app/ui/link.tsx'
import { useScrollToCurrent } from '#app/ui/use-scroll-to-current.ts'

/** Categories as links that look like chips; `hrefOf(null)` is all of them. */
export function CategoryFilter({
  categories,
  current,
  hrefOf,
}: {
  categories: string[]
  current: string | null
  hrefOf: (category: string | null) => string
}) {
  // On a phone the chips are one row that scrolls.
  const list = useScrollToCurrent(current)
  return (
    <nav aria-label="Categories">
      <ul
        ref={list}
        className="-mx-1 flex gap-2 overflow-x-auto px-1 py-1.5 md:flex-wrap md:overflow-visible"
      >
        {[null, ...categories].map((category) => (
          <li key={category ?? ''} className="shrink-0">
            <Link
              to={hrefOf(category)}
              // They all lead to the catalogue, of which the header's link makes the route known.
              discover="none"
              preventScrollReset
              aria-current={category === current ? 'true' : undefined}
              className="chip"
            >
              {category ?? 'All'}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
