import { type City, openCity } from './measured-city.ts'
import type { Cost } from './cost.ts'
import { startForked } from './forked.ts'
import { benchPostgres, type Postgres } from './postgres.ts'
import { type Server, startServer } from './server.ts'
import { sourceArguments, startArguments } from '#tests/support/npm-start.ts'

/** What all parts of a run share. */
export type Bench = {
  postgres: Postgres
  city: City
  /**
   * The measured process, as in production, with a mail server. It starts at the first call and runs until the end, so
   * that in the end it has carried every part.
   */
  server(): Promise<Server>
  /** Starts another process of the same site, or with another database; the caller stops it. */
  another(env?: Record<string, string>): Promise<Server>
  /** The most resident memory of the measured process at the end of a part so far, in MB (1,000,000 bytes). */
  noteMemory(): number
  /** Runs a piece of work that answers so many requests, and adds what each cost. */
  cost<T>(
    servers: readonly Pick<Server, 'cpu'>[],
    requests: number | ((result: T) => number),
    work: () => Promise<T>,
  ): Promise<T & Cost>
  stop(): Promise<void>
}

type Options = {
  listings: number
  isEmbedded: boolean
  /** Whether the server runs from its source, in whose profile the packages have their names. */
  fromSource: boolean
}

/** Starts a PostgreSQL that writes to the disk, and loads a city of so many listings. */
export async function openBench({ listings, isEmbedded, fromSource }: Options): Promise<Bench> {
  const postgres = await benchPostgres()
  const city = await openCity(postgres, listings, isEmbedded).catch(async (error: unknown) => {
    await postgres.stop()
    throw error
  })
  const mail = await startForked('mail-server.ts')
  const another = async (env?: Record<string, string>) =>
    startServer(
      { ...(env ?? (await city.settings())), SMTP_URL: mail.first },
      fromSource ? sourceArguments : startArguments,
    )
  let server: Server | undefined
  let memory = 0
  return {
    postgres,
    city,
    server: async () => (server ??= await another()),
    another,
    noteMemory: () => (memory = Math.max(memory, ((server?.memory() ?? 0) * 1024 * 1024) / 1e6)),
    async cost(measured, requests, work) {
      const cpu = () => measured.reduce((sum, server) => sum + server.cpu(), 0)
      const [node, ofPostgres] = [cpu(), postgres.cpu()]
      const result = await work()
      const n = typeof requests === 'number' ? requests : requests(result)
      // The embedded database works in the process of Node.
      const spent = city.isEmbedded ? NaN : postgres.cpu() - ofPostgres
      return { ...result, node: (cpu() - node) / n, postgres: spent / n }
    },
    async stop() {
      await server?.stop()
      mail.stop()
      await city.stop()
      await postgres.stop()
    },
  }
}
