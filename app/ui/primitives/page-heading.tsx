import type { ReactNode } from 'react'

type PageHeadingProps = { title: ReactNode; lead?: ReactNode; actions?: ReactNode; id?: string }

/** The page's only h1. It can receive the focus after a client navigation. */
export function PageHeading({ title, lead, actions, id }: PageHeadingProps) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 md:mb-10">
      <div className="max-w-2xl min-w-0">
        <h1 id={id} tabIndex={-1} className="text-3xl">
          {title}
        </h1>
        {lead ? <p className="mt-3 text-lg text-muted">{lead}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
    </div>
  )
}
