import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import { pagesOf } from '#server/http/built-pages.ts'
import { serve, stopOnSignals, wire } from '#server/main.ts'
import { readSettings, startFailure } from '#server/settings.ts'
import { buildTown, townPassword } from './town.ts'
import { tellTown } from './town/notices.ts'
import { townClock, townTill } from './town/till.ts'

/*
 * `npm run dev`: the product with hot reload, on an embedded database under `data/dev` with the town in it. Pages and
 * what they import reload by themselves; a change to what `server/main.ts` wires wants a restart.
 */
try {
  const settings = readSettings({ LOG_LEVEL: 'warn', DATA_DIR: './data/dev', ...process.env }, 'dev')
  const clock = townClock()
  const wiring = await wire(settings, clock)
  const someone = await wiring.services.db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (!someone) {
    const till = wiring.emulator && townTill(wiring.emulator, clock)
    await tellTown(wiring.services, wiring.mail, await buildTown(wiring.services, console.log, till))
  }
  const running = await withVite(wiring)
  stopOnSignals(running, wiring.services.log)
  console.log(
    `\n  ${running.url}  (renter@hiram.test, owner@hiram.test, admin@hiram.test; password ${townPassword})` +
      (wiring.emulator ? `\n  Payments are emulated at ${wiring.emulator.origin}: no money moves` : ''),
  )
} catch (error) {
  console.error(startFailure(error))
  process.exit(1)
}

async function withVite(wiring: Awaited<ReturnType<typeof wire>>) {
  const vite = await createVite({ server: { middlewareMode: true }, appType: 'custom' })
  const build = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
  return serve(wiring, { pages: pagesOf(build, 'development'), before: () => vite.middlewares })
}
