import { entryPeople, entryText } from '#domain/timeline/entry-texts.ts'
import type { FoundRental } from '#server/rental/find-rental.ts'

/** The timeline of a rental as one of its two people reads it. */
export function shownTimeline({ timeline, rental, party }: FoundRental, site: string) {
  return timeline.map(({ seq, at, side, kind, facts, text, isErased, photos, hash }) => ({
    seq,
    at,
    said: entryText(
      kind,
      entryPeople(side, { viewer: party.side, partner: rental.partnerName, site }),
      facts,
    ),
    text,
    isErased,
    photos,
    hash,
  }))
}
