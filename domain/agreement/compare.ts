import { diffArrays } from 'diff'

export type ComparedLine = { kind: 'same' | 'added' | 'removed'; text: string }

/** Texts with more changed lines are compared as a whole: comparing them line by line takes too long. */
const MOST_CHANGES = 1000

/**
 * Compares two texts line by line: which lines stayed, were removed and were added, with the fewest possible changes.
 * With more than 1,000 changes all lines count as removed, then added.
 * ### Example `compareLines('a\nb', 'a\nc')` is `a` the same, `b` removed, `c` added.
 */
export function compareLines(before: string, after: string): ComparedLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const parts = diffArrays(old, now, { maxEditLength: MOST_CHANGES })
  if (!parts) return [...marked('removed', old), ...marked('added', now)]
  return parts.flatMap(({ added, removed, value }) =>
    marked(added ? 'added' : removed ? 'removed' : 'same', value),
  )
}

const marked = (kind: ComparedLine['kind'], lines: readonly string[]) => lines.map((text) => ({ kind, text }))
