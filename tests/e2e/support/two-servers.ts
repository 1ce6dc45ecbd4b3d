import { type BrowserContext, type Page, test as base } from '@playwright/test'
import { postgresEvents } from '#gateways/events/postgres.ts'
import { accepted } from '#seeds/act.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { listApproved, openPeople, PASSWORD, type Person } from '#tests/support/people.ts'
import { prepareDatabases } from '#tests/support/prepare-databases.ts'
import { processSecret, type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { by, testServices, type TestServices } from '#tests/support/services.ts'
import { enter } from './people.ts'

type Who = 'ramon' | 'katrina' | 'olivia' | 'amihan'

/** Two server processes on one PostgreSQL, and the services of a third process on it. */
export type TwoServers = {
  servers: [ServerProcess, ServerProcess]
  services: TestServices
  cast: Record<Who, Person>
  listingId: string
  /** Writes to the owner about the listing, in a thread that exists already. */
  write(who: 'ramon' | 'katrina', text: string): Promise<void>
}

type Fixtures = {
  /** A browser of a person at the first or the second server. */
  visit(who: Who, at: 0 | 1): Promise<Page>
}

export const test = base.extend<Fixtures, { demo: TwoServers }>({
  demo: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const forget = await prepareDatabases('postgres')
      const database = await freshDatabase({ kind: 'postgres' })
      const env = { SESSION_SECRET: processSecret }
      const services = await testServices(database.connection, { env })
      // The servers use the real clock.
      services.clock = { now: () => new Date(), set: () => {} }
      services.events = postgresEvents([database.url!])
      const cast = await openPeople(services, 'ramon', 'katrina', 'olivia', 'amihan')
      const listingId = await listApproved(services, { owner: cast.olivia, admin: cast.amihan })
      const servers = await Promise.all([startServer(database.url!, env), startServer(database.url!, env)])
      const threads = new Map<Who, string>()
      for (const who of ['ramon', 'katrina'] as const) {
        const first = { to: { listingId }, text: `Good morning from ${cast[who].firstName}!` }
        threads.set(who, accepted(await sendMessage(by(services, cast[who]), first)).threadId)
      }
      const write = async (who: Who, text: string) =>
        void accepted(
          await sendMessage(by(services, cast[who]), { to: { threadId: threads.get(who)! }, text }),
        )
      await use({ servers, services, cast, listingId, write })
      await Promise.all(servers.map((server) => server.remove()))
      await services.events.close()
      await services.close()
      await database.drop()
      await forget()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  visit: async ({ browser, demo }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (who, at) => {
      const context = await browser.newContext({ baseURL: demo.servers[at].url })
      contexts.push(context)
      const page = await context.newPage()
      const { email, role } = demo.cast[who]
      await enter(page, role, email, PASSWORD)
      return page
    })
    for (const context of contexts) await context.close()
  },
})
