import type pg from 'pg'

/** A statement is prepared from the third time on: what is asked once has no use for a name. */
const FROM = 3
/** Statements whose text varies must not fill the memory of the server, which keeps each for every connection. */
const MOST = 300
/** The search has other words and prices each time, and the best way to find them is another (decision 049). */
const isPlannedAnew = (text: string) => /\b(listing_search|search_term)\b/.test(text)

/** Gives statements that come again a name, the same for all connections; undefined for the others. */
export function statementNames() {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  return {
    of(text: string): string | undefined {
      const name = names.get(text)
      if (name !== undefined) return name || undefined
      if (names.size >= MOST || isPlannedAnew(text)) return undefined
      const times = (seen.get(text) ?? 0) + 1
      if (times < FROM) {
        if (seen.size > 10 * MOST) seen.clear()
        seen.set(text, times)
        return undefined
      }
      seen.delete(text)
      names.set(text, `hiram_${names.size}`)
      return names.get(text)
    },
    /** Takes a statement's name away for good. */
    forget(text: string): void {
      // Empty, it stays taken: a connection may have prepared it.
      names.set(text, '')
    },
  }
}

type Names = ReturnType<typeof statementNames>
type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown

/** Has every connection of a pool prepare the statements that come again. */
export function prepareRepeated(pool: pg.Pool): void {
  const names = statementNames()
  pool.on('connect', (client) => preparing(client, names))
}

/**
 * Has a client prepare the statements with values that come again: parsing and planning cost more than most of them.
 * A statement whose columns another process has migrated meanwhile is no longer prepared. It runs once more, except
 * inside a transaction, which fails.
 */
function preparing(client: pg.PoolClient, names: Names): void {
  const query = client.query.bind(client) as Query
  const prepared: Query = (text, values, ...rest) => {
    const mayHave = typeof text === 'string' && Array.isArray(values) && values.length > 0
    const name = mayHave && rest.length === 0 ? names.of(text) : undefined
    if (!name) return query(text, values, ...rest)
    return (query({ name, text, values }) as Promise<unknown>).catch((error: { code?: string }) => {
      if (error.code !== '0A000') throw error
      names.forget(text as string)
      if (client.getTransactionStatus() !== 'I') throw error
      return query(text, values)
    })
  }
  client.query = prepared as typeof client.query
}
