import { createContext } from 'react'

/** Adds a listing to the favourites or takes it away; false when that didn't happen, which has been said by then. */
export const FavoriteContext = createContext<
  (wish: { listingId: string; wanted: boolean }) => Promise<boolean>
>(async () => false)
