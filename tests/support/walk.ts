type Page<T> = { items: T[]; next: string | null }

/** Reads every page of a list, one after the other; throws when it has no end. */
export async function walk<T>(read: (after: string | null) => Promise<Page<T>>): Promise<T[][]> {
  const pages: T[][] = []
  for (let after: string | null = null; pages.length < 100;) {
    const { items, next } = await read(after)
    pages.push(items)
    if (!next) return pages
    after = next
  }
  throw new Error('this list has no end')
}
