import type { ReactNode } from 'react'
import { cx } from './primitives/cx.ts'

type FactProps = { label: ReactNode; note?: ReactNode; className?: string; children: ReactNode }

/** A name and its value, with a note below; inside a `dl`. */
export function Fact({ label, note, className, children }: FactProps) {
  return (
    <div className={cx('min-w-0', className)}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold wrap-anywhere">
        {children}
        {note ? <span className="block text-sm font-normal text-muted">{note}</span> : null}
      </dd>
    </div>
  )
}
