import type { ReactNode } from 'react'
import { EmptyArt, type EmptyArtName } from './empty-art.tsx'

type EmptyStateProps = {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  art?: EmptyArtName
  /** 1 if it is the only content of the page. */
  headingLevel?: 1 | 2 | 3 | 4
}

/** The state of an empty list: it says so, and what to do about it. */
export function EmptyState({ title, children, action, art = 'shelf', headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center">
      <EmptyArt name={art} />
      <Heading tabIndex={headingLevel === 1 ? -1 : undefined} className="mt-5 text-xl">
        {title}
      </Heading>
      {children ? <div className="mt-2 text-balance text-muted *:text-balance">{children}</div> : null}
      {action ? <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  )
}
