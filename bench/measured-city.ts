import { connect, type Connection } from '#db/connect.ts'
import { readSizes } from '#seeds/metropolis.ts'
import { embed, loadCity, type Members } from './city.ts'
import type { Postgres } from './postgres.ts'

/** The city that a run measures, in PostgreSQL or in an embedded database. */
export type City = {
  listings: number
  isEmbedded: boolean
  members: Members
  /** The PostgreSQL database with the city; of an embedded one, its original. */
  databaseUrl: string
  /** The settings of a process that uses the city; embedded each gets a copy of its own. */
  settings(): Promise<Record<string, string>>
  /** Opens the city for the bench itself, with one connection. */
  connect(): Promise<Connection>
  stop(): Promise<void>
}

/** Loads a city of so many listings, and people and rentals in proportion. */
export async function openCity(postgres: Postgres, listings: number, isEmbedded: boolean): Promise<City> {
  const databaseUrl = await postgres.create('city')
  const began = performance.now()
  const members = await loadCity(databaseUrl, readSizes([`--listings=${listings}`], {}))
  const embedded = isEmbedded ? await embed(databaseUrl) : null
  const seconds = (performance.now() - began) / 1000
  const where = isEmbedded ? 'embedded database' : 'PostgreSQL'
  console.log(
    `${process.version}, ${where}, ${listings.toLocaleString('en')} listings, loaded in ${seconds.toFixed(0)} s.`,
  )
  const copy = async () => ({ dataDir: await embedded!.copy() })
  return {
    listings,
    isEmbedded,
    members,
    databaseUrl,
    settings: async (): Promise<Record<string, string>> =>
      embedded ? { DATA_DIR: (await copy()).dataDir, ALLOW_EMBEDDED: '1' } : { DATABASE_URL: databaseUrl },
    connect: async () => connect(embedded ? await copy() : { databaseUrl, poolSize: 1 }),
    stop: async () => embedded?.stop(),
  }
}
