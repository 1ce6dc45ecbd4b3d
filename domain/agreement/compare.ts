export type ComparedLine = { kind: 'same' | 'added' | 'removed'; text: string }

/** Beyond this many pairs of lines the changed part is told as a whole: removed, then added. */
const MOST_PAIRS = 1_000_000

/**
 * Two texts line by line: what stayed, what was removed and what was added, the fewest changes there can be.
 *
 * ### Example
 * `compareLines('a\nb', 'a\nc')` is `a` the same, `b` removed, `c` added.
 */
export function compareLines(before: string, after: string): ComparedLine[] {
  const old = before.split('\n')
  const now = after.split('\n')
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  return [
    ...marked('same', old.slice(0, start)),
    ...compareMiddles(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...marked('same', old.slice(old.length - end)),
  ]
}

const marked = (kind: ComparedLine['kind'], lines: readonly string[]) => lines.map((text) => ({ kind, text }))

function compareMiddles(old: readonly string[], now: readonly string[]): ComparedLine[] {
  if (old.length * now.length > MOST_PAIRS) return [...marked('removed', old), ...marked('added', now)]
  const width = now.length + 1
  // kept[i * width + j]: the most lines that the rest of both, from i and from j, have in common.
  const kept = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      kept[i * width + j] =
        old[i] === now[j]
          ? kept[(i + 1) * width + j + 1]! + 1
          : Math.max(kept[(i + 1) * width + j]!, kept[i * width + j + 1]!)
  const lines: ComparedLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      lines.push({ kind: 'same', text: old[i++]! })
      j++
    } else if (kept[(i + 1) * width + j]! >= kept[i * width + j + 1]!)
      lines.push({ kind: 'removed', text: old[i++]! })
    else lines.push({ kind: 'added', text: now[j++]! })
  }
  return [...lines, ...marked('removed', old.slice(i)), ...marked('added', now.slice(j))]
}
