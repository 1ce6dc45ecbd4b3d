import type { AuditEntry } from '#server/admin/audit-table.ts'

/** Where an admin finds what an entry of the audit log is about; null when it is gone or has no page. */
export function subjectPage({ subject, subjectId, subjectKey: key }: AuditEntry): string | null {
  if (subject === 'agreement-template') return `/admin/content/${subjectId}`
  if (key === null) return null
  switch (subject) {
    case 'listing':
      return `/listing/${key}`
    case 'account':
      return `/admin/users?${new URLSearchParams({ search: key })}`
    case 'order':
    case 'rental':
      return `/admin/orders/${key}`
    default:
      return null
  }
}
