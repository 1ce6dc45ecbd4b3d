const BATCH = 1000

/** Reads something about rows, some of their ids at a time, in their order. */
export async function inBatches<T>(
  rows: readonly { id: string }[],
  read: (ids: string[]) => Promise<T[]>,
  size = BATCH,
): Promise<T[]> {
  const found: T[] = []
  for (let i = 0; i < rows.length; i += size)
    found.push(...(await read(rows.slice(i, i + size).map(({ id }) => id))))
  return found
}
