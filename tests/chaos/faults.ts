import { setTimeout as wait } from 'node:timers/promises'
import type { World } from './people.ts'

/** A fault: `inject` begins it, and calls what it returns at its end, from which on the site has to work again. */
export type Fault = {
  name: string
  /** How long it lasts, in milliseconds. */
  lasts: number
  /**
   * Whether nothing else may wait for what is broken: then others use pages meanwhile, and their waiting is measured.
   */
  leavesOthers?: boolean
  inject(world: World): Promise<() => Promise<unknown>>
}

/** A server process is killed and started again. */
export const processKilled: Fault = {
  name: 'server process killed (kill -9)',
  lasts: 100,
  async inject({ site }) {
    const server = site.servers[Math.floor(Math.random() * site.servers.length)]!
    await wait(Math.random() * 500)
    await server.kill()
    return () => server.start()
  },
}

/** The database server is killed and started again. */
export const databaseKilled: Fault = {
  name: 'PostgreSQL killed (kill -9)',
  lasts: 500,
  async inject({ site }) {
    await site.postgres!.kill()
    return () => site.postgres!.start()
  },
}

/** Redis, which carries event notifications and limits, is killed and started again. */
export const redisKilled: Fault = {
  name: 'Redis killed (kill -9)',
  lasts: 1000,
  async inject({ site }) {
    await site.redis!.kill()
    return () => site.redis!.start()
  },
}
