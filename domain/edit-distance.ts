/**
 * How many single-letter mistakes lie between two words: a letter too many, too few, a wrong one, or two neighbours
 * swapped.
 * ### Example `editDistance('tnet', 'tent')` is 1 (two letters swapped); `editDistance('camra', 'camera')` is 1.
 */
export function editDistance(a: string, b: string): number {
  const [x, y] = [[...a], [...b]]
  let before: number[] = []
  let last = Array.from({ length: y.length + 1 }, (_, j) => j)
  for (let i = 1; i <= x.length; i++) {
    const row = [i]
    for (let j = 1; j <= y.length; j++) {
      const same = x[i - 1] === y[j - 1]
      let distance = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1])
        distance = Math.min(distance, before[j - 2]! + 1)
      row.push(distance)
    }
    before = last
    last = row
  }
  return last[y.length]!
}
