import { editDistance } from '../edit-distance.ts'

/**
 * The known word that a misspelt one most likely means, or null when none is near: at most one mistake in a word of up
 * to five letters, at most two in a longer one. Of equally near words the one with more listings wins.
 */
export function nearestWord(
  typed: string,
  known: readonly { word: string; listingCount: number }[],
): string | null {
  const allowed = [...typed].length <= 5 ? 1 : 2
  let best: { word: string; distance: number; listingCount: number } | null = null
  for (const candidate of known) {
    const distance = editDistance(typed, candidate.word)
    if (distance > allowed) continue
    if (
      !best ||
      distance < best.distance ||
      (distance === best.distance && candidate.listingCount > best.listingCount)
    )
      best = { ...candidate, distance }
  }
  return best?.word ?? null
}
