import { createContext } from 'react'
import type { UnreadCounts } from '#domain/notification/unread-counts.ts'

/** The logged-in account, and the counts that came with the page; null for guests. */
export type LiveState = { accountId: string; counts: UnreadCounts }

export const LiveContext = createContext<LiveState | null>(null)
