import type { ReactNode } from 'react'

/** The actions of a row: side by side on a phone, one below the other in a table. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-2 lg:w-min lg:flex-col lg:gap-1.5 lg:*:w-full lg:[&_button]:w-full">
      {children}
    </div>
  )
}
