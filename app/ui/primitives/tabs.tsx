import { Link } from '../link.tsx'
import type { ReactNode } from 'react'

export type LinkTab = { to: string; label: ReactNode; current: boolean }

/** Links that look like tabs: each is a page of its own, so the browser's back button works. */
export function LinkTabs({ label, tabs }: { label: string; tabs: LinkTab[] }) {
  return (
    <nav aria-label={label} className="-mx-1 overflow-x-auto px-1 py-1">
      <ul className="flex min-w-max gap-1 border-b border-line">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              aria-current={tab.current ? 'page' : undefined}
              preventScrollReset
              className={
                '-mb-px flex min-h-11 items-center rounded-t-md border-b-3 border-transparent px-4 font-semibold ' +
                'text-muted transition-colors hover:border-line-strong hover:text-ink ' +
                'aria-[current]:border-accent aria-[current]:text-accent'
              }
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
