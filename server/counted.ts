import type { EventSubject } from '#db/schema.ts'

/** What metrics count of a committed change: an event, or a message. `countedBy` tells such events apart. */
export type Counted = { subject: EventSubject | 'message'; action: string; countedBy?: string }
