import { CheckCircle2, Clock } from 'lucide-react'
import type { DebtSettled } from '#domain/debt/debt.ts'
import { Badge } from '#app/ui/primitives/badge.tsx'

/** Whether a debt is open, and how it was settled. */
export function DebtBadge({ settledHow }: { settledHow: DebtSettled | null }) {
  if (!settledHow)
    return (
      <Badge tone="warning" icon={<Clock aria-hidden="true" />}>
        Open
      </Badge>
    )
  return (
    <Badge tone="success" icon={<CheckCircle2 aria-hidden="true" />}>
      {settledHow === 'online' ? 'Paid online' : 'Received'}
    </Badge>
  )
}
