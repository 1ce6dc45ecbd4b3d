import type { EventSubject } from '#db/schema.ts'
import type { Hint } from '#gateways/events/port.ts'

/** What of the pages that guests share a change alters. */
export type PageChange = {
  /** Listings that look different: every page where one of these ids stands. */
  listings: Set<string>
  /** A listing may have come into the catalogue, or stands elsewhere in it: the pages that list listings. */
  lists: boolean
  /** Every page. */
  all: boolean
}

/** Under this name processes tell each other of changes; no account has such an id. */
const PAGES = 'pages'

/** A change that alters no page, to add to. */
export const noChange = (): PageChange => ({ listings: new Set(), lists: false, all: false })

/** Whether a change alters any page. */
export const isChange = ({ listings, lists, all }: PageChange): boolean => all || lists || listings.size > 0

/** What happens to a listing and brings it nowhere in the catalogue. */
const staysWhereItIs = new Set([
  'add',
  'reject',
  'pause',
  'take-down',
  'archive',
  'erase',
  'block-dates',
  'unblock-dates',
])
/** What happens to an account and shows on no page of guests. */
const isPersonal = new Set([
  'sign-up',
  'change-password',
  'reset-password',
  'confirm-email',
  'end-session',
  'block',
  'unblock',
])

type Happening = {
  subject: EventSubject
  subjectId: string
  action: string
  detail?: Record<string, unknown>
}

/** Adds what an event alters. Of rentals it is what they do to their listing, which `keepListings` notes. */
export function addHappening(change: PageChange, { subject, subjectId, action, detail }: Happening): void {
  if (subject === 'listing') {
    change.listings.add(subjectId)
    if (!staysWhereItIs.has(action)) change.lists = true
  }
  if (subject === 'review') change.listings.add(String(detail?.['listingId']))
  if (subject === 'category' || subject === 'tag') change.all = true
  if (subject === 'account' && !isPersonal.has(action)) change.all = true
}

/** A change as other processes are told of it. */
export function hintsOf({ listings, lists, all }: PageChange): Hint[] {
  const abouts = all ? ['all'] : [...(lists ? ['lists'] : []), ...listings]
  return abouts.map((about) => ({ to: PAGES, kind: 'changed', about }))
}

/** The change that a hint tells of; null when it is about something else. */
export function changeOf({ to, about }: Hint): PageChange | null {
  if (to !== PAGES || about === undefined) return null
  const isWide = about === 'all' || about === 'lists'
  return {
    listings: new Set(isWide ? [] : [about]),
    lists: about === 'lists',
    all: about === 'all',
  }
}
