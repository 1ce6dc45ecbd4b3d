import type { Word } from '#domain/handover/word.ts'

/** What the other side alone said. */
export function wordText(about: Word['about'], partner: string): string {
  if (about === 'handover') return `${partner} says that you have it.`
  if (about === 'return') return `${partner} says that it is back, as it was.`
  return `${partner} says that they have brought it back.`
}
