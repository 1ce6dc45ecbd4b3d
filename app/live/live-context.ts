import { createContext } from 'react'
import type { LiveCounts } from './news.ts'

/** Who hears, and what they were told with the page; null for guests. */
export type LiveState = { accountId: string; counts: LiveCounts }

export const LiveContext = createContext<LiveState | null>(null)
