import type { UnreadCounts } from '#domain/notification/unread-counts.ts'

/** The counts of a person, and the number of lines in their cart. */
export type Frame = { counts: UnreadCounts; cartLines: number }
