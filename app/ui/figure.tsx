import type { ReactNode } from 'react'

/** A number and its label, inside `Figures`. */
export function Figure({ label, children, note }: { label: string; children: ReactNode; note?: ReactNode }) {
  return (
    <div className="flex flex-col rounded-xl border border-line bg-card p-5 shadow-card sm:p-6">
      <dt className="font-semibold text-muted">{label}</dt>
      <dd className="mt-1">
        <span className="font-display text-2xl font-bold whitespace-nowrap sm:text-3xl">{children}</span>
        {note ? <span className="mt-1 block text-sm text-muted">{note}</span> : null}
      </dd>
    </div>
  )
}

export function Figures({ children }: { children: ReactNode }) {
  return (
    <dl
      className={
        'grid gap-4 grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] ' +
        'sm:has-[>:nth-child(4):last-child]:grid-cols-2'
      }
    >
      {children}
    </dl>
  )
}
