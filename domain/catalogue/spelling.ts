import { slipsBetween } from '../slips.ts'

/**
 * The known word that a misspelt one most likely means, or null when none is near: at most one mistake in a word of up
 * to five letters, at most two in a longer one. Of equally near words the one with more listings wins.
 */
export function nearestWord(
  typed: string,
  known: readonly { word: string; listingCount: number }[],
): string | null {
  const allowed = [...typed].length <= 5 ? 1 : 2
  let best: { word: string; slips: number; listingCount: number } | null = null
  for (const candidate of known) {
    const slips = slipsBetween(typed, candidate.word)
    if (slips > allowed) continue
    if (!best || slips < best.slips || (slips === best.slips && candidate.listingCount > best.listingCount))
      best = { ...candidate, slips }
  }
  return best?.word ?? null
}
