import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { freshDatabase, type FreshOptions, type TestDatabase } from './database.ts'
import { openPeople, type Person } from './people.ts'
import { testServices, type TestOptions, type TestServices } from './services.ts'

export type InUse<K extends string> = {
  services: TestServices
  cast: Record<K, Person>
  database: TestDatabase
}

/**
 * For a test file: a fresh database, the services on it and demo people with accounts, from before its first test
 * until after its last. A test that logs an error fails, unless it emptied `services.errors`.
 */
export function withServices<K extends string>(
  keys: readonly K[],
  options: TestOptions & { database?: FreshOptions } = {},
): InUse<K> {
  const inUse = {} as InUse<K>
  beforeAll(async () => {
    inUse.database = await freshDatabase(options.database)
    inUse.services = await testServices(inUse.database.connection, options)
    inUse.cast = await openPeople(inUse.services, ...keys)
  })
  afterEach(() => {
    expect(inUse.services.errors.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await inUse.services?.close()
    await inUse.database?.drop()
  })
  return inUse
}
