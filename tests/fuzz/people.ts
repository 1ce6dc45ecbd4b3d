import { randomBytes } from 'node:crypto'
import type { Visitor as Role } from '#domain/pages.ts'
import { accepted } from '#seeds/act.ts'
import { openAccount } from '#server/account/open-account.ts'
import { loggedIn } from '#tests/support/people.ts'
import type { Site } from '#tests/support/with-site.ts'
import { Visitor } from '#tests/support/visitor.ts'

type OfSite = Site<'ramon' | 'olivia' | 'amihan'>
type Visitors = Record<Role, Visitor>

/** A page that only people of a role may open. */
const homes = { renter: '/profile', owner: '/profile/listings', admin: '/admin' } as const

/**
 * Browsers of a guest, a renter, an owner and an admin. Hostile requests log people out, suspend and delete them:
 * `renew` gives a role a new person where the one before can't open the role's page any more.
 */
export function fuzzVisitors(site: OfSite): { visitors: Visitors; renew(): Promise<void> } {
  const { visitor } = site
  const visitors: Visitors = {
    guest: visitor(),
    renter: visitor('ramon'),
    owner: visitor('olivia'),
    admin: visitor('amihan'),
  }
  return {
    visitors,
    async renew() {
      for (const [role, home] of Object.entries(homes) as [keyof typeof homes, string][])
        if ((await visitors[role].get(home)).status !== 200) visitors[role] = await newcomer(site, role)
    },
  }
}

async function newcomer({ app, services }: OfSite, role: keyof typeof homes): Promise<Visitor> {
  const name = `fuzz-${randomBytes(6).toString('hex')}`
  const person = { firstName: 'Ana', lastName: 'Reyes', email: `${name}@hiram.test`, username: name }
  accepted(await openAccount(services, { ...person, role: 'renter', password: `long ${name}` }))
  await services.db
    .updateTable('account')
    .set({ role, adminArea: role === 'admin' ? 'all' : null, emailVerified: true })
    .where('email', '=', person.email)
    .execute()
  const visitor = new Visitor(app, services)
  visitor.takeCookies([(await loggedIn(services, person.email)).cookie])
  return visitor
}
