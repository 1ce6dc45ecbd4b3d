import type { Connection } from '#db/connect.ts'

/** Runs something and gives the statements that were sent to the database for it, `begin` and `commit` included. */
export async function statementsOf(
  { pool }: Pick<Connection, 'pool'>,
  run: () => Promise<unknown>,
): Promise<string[]> {
  const said: string[] = []
  const undo: (() => void)[] = []
  // Every client that is handed out meanwhile is listened to.
  const listen = (client: { query: (...args: never[]) => unknown }) => {
    const { query } = client
    client.query = (...args) => {
      const [asked] = args as unknown as [string | { text: string }]
      said.push((typeof asked === 'string' ? asked : asked.text).replaceAll(/\s+/g, ' ').trim())
      return query.apply(client, args)
    }
    undo.push(() => (client.query = query))
  }
  const heard = new Set<object>()
  const onAcquire = (client: object) => {
    if (heard.has(client)) return
    heard.add(client)
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
