import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { pathByLogIn } from '#domain/account/return-path.ts'
import { FEED_HOURS, feedEvents } from '#domain/calendar-feed/feed-event.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { Settings } from '../settings.ts'
import type { FeedRow } from './queries.ts'

const statuses = {
  TENTATIVE: ICalEventStatus.TENTATIVE,
  CONFIRMED: ICalEventStatus.CONFIRMED,
  CANCELLED: ICalEventStatus.CANCELLED,
}

/**
 * A feed as iCalendar (RFC 5545): one all-day event for each hand-over and return, with a link to the rental. Days are
 * given as text, as a `Date` would be converted to the time zone of the machine.
 */
export function writeCalendar(
  rentals: readonly FeedRow[],
  { baseUrl, siteName }: Pick<Settings, 'baseUrl' | 'siteName'>,
): string {
  const { host } = new URL(baseUrl)
  const calendar = ical({
    name: siteName,
    prodId: { company: siteName, product: 'rentals', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: FEED_HOURS * 3600,
  })
  for (const rental of rentals)
    for (const { key, summary, day, status } of feedEvents(rental))
      calendar.createEvent({
        id: `${key}@${host}`,
        summary,
        start: day,
        allDay: true,
        status: statuses[status],
        transparency: ICalEventTransparency.TRANSPARENT,
        sequence: rental.changes,
        stamp: rental.changedAt,
        url: baseUrl + pathByLogIn(rentalPath(rental.id)),
      })
  return calendar.toString()
}
