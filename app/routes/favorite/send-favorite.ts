export type FavoriteWish = { listingId: string; wanted: boolean }

type Answer = { ok: true } | { ok: false; reason: string; message: string }

/**
 * Tells the server of a heart. A plain request instead of a fetcher: the page around the heart needs no new data, and
 * what was loaded beneath its first page stays. Kept alive, so that it arrives although the page is left at once. Out
 * of reach reads as a refusal.
 */
export async function sendFavorite({ listingId, wanted }: FavoriteWish): Promise<Answer> {
  let response: Response
  try {
    response = await fetch('/api/favorites', {
      method: 'POST',
      keepalive: true,
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ listingId, intent: wanted ? 'add' : 'remove' }),
    })
  } catch {
    return {
      ok: false,
      reason: 'offline',
      message: 'The site is out of reach. Please check your connection.',
    }
  }
  const answer = (await response.json().catch(() => null)) as Answer | null
  return (
    answer ?? { ok: false, reason: 'unexpected', message: 'An unexpected error occurred. Please try again.' }
  )
}
