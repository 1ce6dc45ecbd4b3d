import { createContext } from 'react'
import type { LiveCounts } from './live-events.ts'

/** The logged-in account, and the counts that came with the page; null for guests. */
export type LiveState = { accountId: string; counts: LiveCounts }

export const LiveContext = createContext<LiveState | null>(null)
