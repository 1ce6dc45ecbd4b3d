/** What the audit log has beside the actions of admins: who got in, and what was refused or taken away as a file. */
export const accessActions = ['log-in', 'fail-log-in', 'refuse', 'export'] as const
export type AccessAction = (typeof accessActions)[number]
