import type { EventSubject } from '#db/schema.ts'
import type { EventNotification } from '#gateways/events/port.ts'

/** Which cached pages of guests a change makes stale. */
export type StalePages = {
  /** Ids of listings that look different: every page that contains one of these ids. */
  listings: Set<string>
  /** Home and catalogue pages: a listing may have been added to the catalogue, or moved in it. */
  listPages: boolean
  /** Every page. */
  all: boolean
}

/**
 * Recipient of the event notifications that tell other processes of stale pages. Other event notifications go to the
 * id of an account, which is never this.
 */
const RECIPIENT = 'pages'

/** Other processes are told of so many listings by name; of more, that every page is stale. */
const MOST_NAMED = 100

/** No page is stale; others add to it. */
export const noStalePages = (): StalePages => ({ listings: new Set(), listPages: false, all: false })

/** Whether any page is stale. */
export const hasStalePages = ({ listings, listPages, all }: StalePages): boolean =>
  all || listPages || listings.size > 0

/** Actions that neither add a listing to the catalogue nor move it: only pages that contain its id change. */
const keepsCatalogue = new Set([
  'add',
  'reject',
  'pause',
  'take-down',
  'archive',
  'erase',
  'block-dates',
  'unblock-dates',
])
/**
 * Actions on an account that change what guests see of the person, or of their listings and reviews. The pages of
 * `edit-profile` are named by its use case.
 */
const shown = new Set(['verify', 'reject', 'suspend', 'end-suspension', 'delete'])

type GuestPageEvent = {
  subject: EventSubject
  subjectId: string
  action: string
  detail?: Record<string, unknown>
}

/**
 * Adds the pages that an event makes stale. Events of rentals add none: `updateListingsFromRentals` adds the listing
 * whose dates or status they change.
 */
export function addStalePages(stale: StalePages, event: GuestPageEvent): void {
  const { subject, subjectId, action, detail } = event
  if (subject === 'listing') {
    stale.listings.add(subjectId)
    if (!keepsCatalogue.has(action)) stale.listPages = true
  }
  if (subject === 'review') stale.listings.add(String(detail?.['listingId']))
  if (subject === 'category' || subject === 'tag') stale.all = true
  if (subject === 'account' && shown.has(action)) stale.all = true
}

/** The event notifications that tell other processes which pages are stale. */
export function eventNotificationsOf({ listings, listPages, all }: StalePages): EventNotification[] {
  const abouts =
    all || listings.size > MOST_NAMED ? ['all'] : [...(listPages ? ['list-pages'] : []), ...listings]
  return abouts.map((about) => ({ to: RECIPIENT, kind: 'stale', about }))
}

/** The stale pages that an event notification tells of; null when the event notification is about something else. */
export function stalePagesOf({ to, about }: EventNotification): StalePages | null {
  if (to !== RECIPIENT || about === undefined) return null
  const isListing = about !== 'all' && about !== 'list-pages'
  return {
    listings: new Set(isListing ? [about] : []),
    listPages: about === 'list-pages',
    all: about === 'all',
  }
}
