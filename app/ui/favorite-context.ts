import { createContext } from 'react'

/** Adds a listing to the favourites or removes it; false when that failed, after showing why. */
export const FavoriteContext = createContext<
  (change: { listingId: string; wanted: boolean }) => Promise<boolean>
>(async () => false)
