import type { Connection } from '#db/connect.ts'

/** Runs a function and returns the statements that it sent to the database, including `begin` and `commit`. */
export async function statementsOf(
  { pool }: Pick<Connection, 'pool'>,
  run: () => Promise<unknown>,
): Promise<string[]> {
  const said: string[] = []
  const undo: (() => void)[] = []
  // Every client used meanwhile is recorded.
  const listen = (client: { query: (...args: never[]) => unknown }) => {
    const { query } = client
    client.query = (...args) => {
      const [asked] = args as unknown as [string | { text: string }]
      said.push((typeof asked === 'string' ? asked : asked.text).replaceAll(/\s+/g, ' ').trim())
      return query.apply(client, args)
    }
    undo.push(() => (client.query = query))
  }
  const received = new Set<object>()
  const onAcquire = (client: object) => {
    if (received.has(client)) return
    received.add(client)
    listen(client as never)
  }
  pool.on('acquire', onAcquire)
  try {
    await run()
  } finally {
    pool.off('acquire', onAcquire)
    undo.forEach((end) => end())
  }
  return said
}
