import { Fragment } from 'react'
import { ChevronRight } from 'lucide-react'
import { Link } from '#app/ui/link.tsx'
import { cx } from '#app/ui/primitives/cx.ts'
import type { Crumb } from './structured-data.ts'

/** The path from the home page to a listing. */
export function crumbsOf({
  title,
  categoryName,
  categoryId,
}: {
  title: string
  categoryName: string
  categoryId: number | null
}): Crumb[] {
  return [
    { name: 'Home', path: '/' },
    { name: 'Products', path: '/products' },
    ...(categoryId === null
      ? []
      : [{ name: categoryName, path: `/products?${new URLSearchParams({ category: categoryName })}` }]),
    { name: title, path: null },
  ]
}

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 text-sm text-muted">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1.5">
        {crumbs.map(({ name, path }, i) => (
          <Fragment key={name + i}>
            {path ? (
              <li className="flex items-center gap-1.5">
                <Link
                  to={path}
                  prefetch="intent"
                  className="flex min-h-11 items-center hover:text-accent hover:underline md:min-h-8"
                >
                  {name}
                </Link>
                <ChevronRight
                  aria-hidden="true"
                  className={cx('size-4 shrink-0', i === crumbs.length - 2 && 'hidden sm:block')}
                />
              </li>
            ) : (
              <li aria-current="page" className="hidden max-w-full truncate sm:block">
                {name}
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
