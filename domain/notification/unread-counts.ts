/** The numbers of unread messages and notices; `lastEventId`: the last live event that they include. */
export type UnreadCounts = { messages: number; notices: number; lastEventId: number }
