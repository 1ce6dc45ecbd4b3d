import type { ReactNode } from 'react'
import { cx } from './primitives/cx.ts'

/** An amount that is wider than its card in letters of the full size: they grow only with the card. */
const isLong = (text: ReactNode) => typeof text === 'string' && text.length > 10

/** A number and its label, inside `Figures`. */
export function Figure({ label, children, note }: { label: string; children: ReactNode; note?: ReactNode }) {
  return (
    <div className="flex flex-col rounded-xl border border-line bg-card p-[min(1.25rem,5vw)] shadow-card sm:p-6">
      <dt className="font-semibold text-muted">{label}</dt>
      <dd className="@container mt-1">
        <span
          className={cx(
            'font-display font-bold whitespace-nowrap',
            isLong(children)
              ? 'text-[min(var(--text-2xl),11.5cqi)]/tight sm:text-[min(var(--text-3xl),11.5cqi)]/tight'
              : 'text-2xl sm:text-3xl',
          )}
        >
          {children}
        </span>
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
