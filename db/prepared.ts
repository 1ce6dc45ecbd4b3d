import type pg from 'pg'

/** A statement is prepared when it runs for the third time: preparing one that runs once gains nothing. */
const PREPARED_FROM_USE = 3
/** The most prepared statements: PostgreSQL keeps each in the memory of each connection. */
const MAX_PREPARED = 300
/** PostgreSQL's error code when the columns of a prepared statement have changed ("cached plan must not change…"). */
const FEATURE_NOT_SUPPORTED = '0A000'
/** Search statements need a plan for their values: the best plan depends on the words (decision 049). */
const needsOwnPlan = (text: string) => /\b(listing_search|search_term)\b/.test(text)

/** Gives repeated statements a name, the same for all connections; undefined for the others. */
export function statementNames() {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  return {
    of(text: string): string | undefined {
      const name = names.get(text)
      if (name !== undefined) return name || undefined
      if (names.size >= MAX_PREPARED || needsOwnPlan(text)) return undefined
      const times = (seen.get(text) ?? 0) + 1
      if (times < PREPARED_FROM_USE) {
        if (seen.size > 10 * MAX_PREPARED) seen.clear()
        seen.set(text, times)
        return undefined
      }
      seen.delete(text)
      names.set(text, `hiram_${names.size}`)
      return names.get(text)
    },
    /** Never prepares this statement again. */
    forget(text: string): void {
      // The entry stays, so that no other statement gets a name that some connection still uses for this one.
      names.set(text, '')
    },
  }
}

type Names = ReturnType<typeof statementNames>
type Query = (text: unknown, values?: unknown, callback?: unknown) => unknown

/** Makes every connection that a pool opens from now on prepare repeated statements. */
export function prepareRepeated(pool: pg.Pool): void {
  const names = statementNames()
  pool.on('connect', (client) => preparing(client, names))
}

/**
 * Makes a client prepare repeated statements with values: for most, parsing and planning take longer than running.
 * When a migration has changed the columns of a statement, PostgreSQL refuses the prepared one: it then runs once
 * more, unprepared. Inside a transaction it can't be repeated, so the error is thrown.
 */
function preparing(client: pg.PoolClient, names: Names): void {
  const query = client.query.bind(client) as Query
  const mayRetry = (text: string, error: { code?: string } | null | undefined) => {
    if (error?.code !== FEATURE_NOT_SUPPORTED) return false
    names.forget(text)
    return client.getTransactionStatus() === 'I'
  }
  const prepared: Query = (text, values, callback) => {
    const hasValues = typeof text === 'string' && Array.isArray(values) && values.length > 0
    const name = hasValues ? names.of(text) : undefined
    if (!name || typeof text !== 'string') return query(text, values, callback)
    // `pool.query` passes a callback.
    if (typeof callback === 'function')
      return query({ name, text, values }, (error: { code?: string } | null, result: unknown) =>
        mayRetry(text, error) ? query(text, values, callback) : callback(error, result),
      )
    return (query({ name, text, values }) as Promise<unknown>).catch((error: { code?: string }) => {
      if (!mayRetry(text, error)) throw error
      return query(text, values)
    })
  }
  client.query = prepared as typeof client.query
}
