import pg from 'pg'
import { hostsOf } from './hosts.ts'

type Callback = Parameters<pg.Pool['connect']>[0]

const READ_ONLY = '25006'
/** The error message of pg-pool when all its connections are in use, which is not the host's fault. */
const ALL_IN_USE = 'timeout exceeded when trying to connect'
/** The error message of pg when a statement got no answer within `query_timeout`. */
const NO_ANSWER = 'Query read timeout'

/**
 * A pool of connections to a database with one host or several (`hostsOf`). Of several it uses the first that answers
 * and is writable, which a standby is not; when connecting fails, it tries the next host. Queries on a lost connection
 * reject, and so does one without an answer within `query_timeout`, whose connection is closed.
 */
export function openPool(databaseUrl: string, options: pg.PoolConfig): pg.Pool {
  const hosts = hostsOf(databaseUrl)
  const first = { ...options, connectionString: hosts[0]! }
  const pool = hosts.length === 1 ? new pg.Pool(first) : new PoolOfHosts(hosts, first)
  pool.on('connect', endWhenSilent)
  dropWhenDemoted(pool)
  return pool
}

/**
 * Closes a client whose statement got no answer in time: it stays busy with that statement, so a `rollback` would wait
 * behind it, and pg-pool would reuse it. `pool.query`, which passes a callback, does so by itself.
 */
function endWhenSilent(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const noted = (...args: unknown[]) => {
    const answer = query(...args)
    if (answer instanceof Promise)
      answer.catch((error: Error) => {
        if (error.message === NO_ANSWER) void (client as unknown as pg.Client).end()
      })
    return answer
  }
  client.query = noted as typeof client.query
}

/**
 * Does not reuse a client whose server became a standby, and refused a write: a pooler, or a balancer in front of a
 * single address, keeps our connection to it open.
 */
function dropWhenDemoted(pool: pg.Pool): void {
  const demoted = new WeakSet<pg.ClientBase>()
  pool.on('connect', (client) => {
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) demoted.add(client)
    })
  })
  // pg-pool does not reuse a client that is ending.
  pool.on('release', (_, client) => void (demoted.has(client) && (client as unknown as pg.Client).end()))
}

/**
 * Logs connection errors. Without listeners, a client that loses its server would end this process: an idle one emits
 * the error on the pool, one in use on itself. The pending query rejects, and the pool replaces the client.
 */
export function logConnectionErrors(pool: pg.Pool): void {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}

class PoolOfHosts extends pg.Pool {
  readonly #hosts: readonly string[]
  /** How often it moved to the next host. */
  #turns = 0

  constructor(hosts: readonly string[], options: pg.PoolConfig) {
    super({ ...options, onConnect: refuseReadOnly as NonNullable<pg.PoolConfig['onConnect']> })
    this.#hosts = hosts
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (!callback)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (client ? resolve(client) : reject(error!))),
      )
    this.#connect(callback, this.#hosts.length)
  }

  #connect(callback: Callback, triesLeft: number): void {
    const turn = this.#turns
    super.connect((error, client, done) => {
      if (!error || error.message === ALL_IN_USE || triesLeft === 1) return callback(error, client, done)
      // Of many connections that fail at once, only the first moves to the next host.
      if (turn === this.#turns)
        this.options.connectionString = this.#hosts[++this.#turns % this.#hosts.length]!
      this.#connect(callback, triesLeft - 1)
    })
  }
}

async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is: string }>(`select current_setting('transaction_read_only') as is`)
  if (rows[0]!.is === 'on') throw new Error('this host can only be read')
}
