import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './faults.ts'

/** How long both versions serve after the migrations. */
const BOTH_MS = 5000
/** After that long the new version is in the middle of its migrations. */
const MIDDLE_MS = 1500

/**
 * A new version starts beside the old one, which serves while the migrations run. Then both serve, and the old one
 * ends. `program` is the folder of the new version, by default this one's.
 */
export const upgraded = (name: string, program?: string): Fault => ({
  name: `two versions during an upgrade (${name})`,
  lasts: BOTH_MS,
  async inject({ site }) {
    const [old] = site.servers
    await site.addServer(program)
    return async () => {
      site.servers.splice(site.servers.indexOf(old!), 1)
      await old!.stop()
    }
  },
})

/** The same, and the old process dies and starts again: while the migrations run, and after them. */
export const upgradedAndKilled = (program: string): Fault => ({
  name: 'two versions during an upgrade, the old process killed (kill -9) twice',
  lasts: BOTH_MS,
  async inject(world) {
    const { site } = world
    const old = site.servers[0]!
    const again = async () => {
      await old.kill()
      await old.start()
    }
    const upgrading = site.addServer(program)
    await wait(MIDDLE_MS)
    await again()
    await upgrading
    await again()
    return async () => {
      site.servers.splice(site.servers.indexOf(old), 1)
      await old.stop()
    }
  },
})
