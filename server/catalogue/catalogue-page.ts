import type { ListingCard } from '../listing/queries.ts'

export const PAGE_SIZE = 24

export type CataloguePage = {
  listings: ListingCard[]
  /** The cursor of the next page, or null on the last. */
  next: string | null
  /** The words searched for instead, when the ones typed matched nothing. */
  correctedTo: string | null
}
