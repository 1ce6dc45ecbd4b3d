import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
import { pagesOf } from '#server/http/built-pages.ts'
import { serve, stopOnSignals, wire } from '#server/main.ts'
import { readSettings, startFailure } from '#server/settings.ts'
import { buildDemoData, demoPassword } from './demo-data.ts'
import { sendPastEmails } from './demo-data/past-emails.ts'
import { demoClock, demoPayments } from './demo-data/payments.ts'

/* `npm run dev`: the site with hot reload, on an embedded database under `data/dev` with the demo data in it. Pages
   and what they import reload by themselves; a change to a module that `server/main.ts` wires needs a restart. */
try {
  const settings = readSettings({ LOG_LEVEL: 'warn', DATA_DIR: './data/dev', ...process.env }, 'dev')
  const clock = demoClock()
  const wiring = await wire(settings, clock)
  const someone = await wiring.services.db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (!someone) {
    const payments = wiring.emulator && demoPayments(wiring.emulator, clock)
    await sendPastEmails(
      wiring.services,
      wiring.mail,
      await buildDemoData(wiring.services, console.log, payments),
    )
  }
  const running = await withVite(wiring)
  stopOnSignals(running, wiring.services.log)
  console.log(
    `\n  ${running.url}  (renter@hiram.test, owner@hiram.test, admin@hiram.test; password ${demoPassword})` +
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
