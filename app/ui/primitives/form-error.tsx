import type { ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'

/** What went wrong with the form as a whole; draws nothing when nothing did. */
export function FormError({ children }: { children?: ReactNode }) {
  if (!children) return null
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-md border border-danger bg-danger-soft px-4 py-3 font-medium text-danger"
    >
      <CircleAlert aria-hidden="true" className="mt-1 size-5 shrink-0" />
      <div>{children}</div>
    </div>
  )
}
