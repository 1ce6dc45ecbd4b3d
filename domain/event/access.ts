/** The entries of the audit log besides the actions of admins: log-ins, refused access, and exported files. */
export const accessActions = ['log-in', 'fail-log-in', 'refuse', 'export'] as const
export type AccessAction = (typeof accessActions)[number]
