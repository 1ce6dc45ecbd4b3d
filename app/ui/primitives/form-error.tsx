import type { ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'

/** The error of a whole form; renders nothing without one. */
export function FormError({ children }: { children?: ReactNode }) {
  if (!children) return null
  return (
    <div
      role="alert"
      className={
        'flex items-start gap-2.5 rounded-md border border-danger bg-danger-soft px-4 py-3 ' +
        'font-medium text-danger'
      }
    >
      <CircleAlert aria-hidden="true" className="mt-1 size-5 shrink-0" />
      <div>{children}</div>
    </div>
  )
}
