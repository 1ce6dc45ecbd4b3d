import type { AuditEntry } from '#server/audit/audit-table.ts'

/** The page of an audit log entry's subject; null when the subject is deleted or has no page. */
export function subjectPage({ subject, subjectId, subjectKey: key }: AuditEntry): string | null {
  switch (subject) {
    case 'agreement-template':
      return `/admin/content/${subjectId}`
    case 'category':
      return '/admin/categories'
    case 'tag':
      return '/admin/tags'
    case 'job':
      return '/admin/jobs'
  }
  if (key === null) return null
  switch (subject) {
    case 'listing':
      return `/listing/${key}`
    case 'account':
      return `/admin/users?${new URLSearchParams({ search: key })}`
    case 'order':
    case 'rental':
      return `/admin/orders/${key}`
    case 'deposit-claim':
      return `/admin/claims/${key}`
    case 'refund':
      return `/admin/refunds?${new URLSearchParams({ search: key })}`
    case 'payout':
      return `/admin/payouts/recorded?${new URLSearchParams({ search: key })}`
    case 'proposal':
      return '/admin/proposals'
    case 'reconciliation':
      return `/admin/reconciliation/${key}`
    case 'review':
      return `/admin/reviews?${new URLSearchParams({ search: key })}`
    case 'contact-message':
      return `/admin/contact-messages?${new URLSearchParams({ search: key })}`
    case 'report':
      return `/admin/reports/${key}`
    default:
      return null
  }
}
