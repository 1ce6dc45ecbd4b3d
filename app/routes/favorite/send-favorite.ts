import type { RefusalReason } from '#domain/refusal-reason.ts'
import { connectionLost, unexpected } from '#app/ui/failure.ts'

export type FavoriteChange = { listingId: string; wanted: boolean }

type Answer = { ok: true } | { ok: false; reason: RefusalReason | 'offline'; message: string }

/**
 * Sends a favourite to the server. It is a plain request instead of a fetcher, because the page needs no new data and
 * must keep the list pages that were loaded. `keepalive` lets it arrive although the page is left at once. No answer
 * reads as a refusal.
 */
export async function sendFavorite({ listingId, wanted }: FavoriteChange): Promise<Answer> {
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
      message: connectionLost,
    }
  }
  const answer = (await response.json().catch(() => null)) as Answer | { error?: { message?: string } } | null
  if (answer && 'ok' in answer) return answer
  // A server that is too busy, for example, refuses before it looks at the favourite.
  return { ok: false, reason: 'unexpected', message: answer?.error?.message ?? unexpected }
}
