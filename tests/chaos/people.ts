import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { fieldsOf } from '#tests/support/html.ts'
import { type Answer, Browser, isDone } from './browser.ts'
import { follow, type Follower } from './follow.ts'
import { emptyLedger, type Ledger } from './ledger.ts'
import type { PushTarget } from '#gateways/push/port.ts'
import { admin, type Site } from './site.ts'

const PASSWORD = 'jeepney ride at dusk'
/** Sign-ups at a time: hashing passwords takes the machine, which refuses what it can't take. */
const AT_ONCE = 6

/** What the journeys share: the site, who is there, which listings can be rented, and what was acknowledged. */
export type World = {
  site: Site
  ledger: Ledger
  renters: Member[]
  owners: Member[]
  admin: Browser
  listings: { id: string; owner: Member }[]
  followers: Follower[]
  stopping: boolean
  /** How long people wait between two journeys on average, in milliseconds. */
  pauseMs: number
  /** How long servers took to start when nobody used the site, since the round before; in seconds. */
  starts: number[]
}
export type Member = { email: string; browser: Browser; push?: PushTarget }

let named = 0
/** A word that nothing else here is called. */
export const newName = (kind: string) => `${kind}${Date.now().toString(36)}x${named++}`

/** Opens a world with people whose emails are confirmed by the mailed links, and an admin. */
export async function peopleOf(site: Site, { renters = 4, owners = 2, pauseMs = 60 } = {}): Promise<World> {
  const world = {
    site,
    ledger: emptyLedger(),
    listings: [],
    stopping: false,
    pauseMs,
    starts: [site.start],
  } as unknown as World
  world.admin = browserOf(world)
  const entered = await enterAsAdmin(world)
  if (!isDone(entered)) throw new Error(`The admin could not log in: ${entered.status}`)
  const member = async (role: 'renter' | 'owner') => {
    const one = (await signUp(world, role))!
    await confirmEmail(site, one)
    return one
  }
  const members = async (role: 'renter' | 'owner', count: number) => {
    const all: Member[] = []
    while (all.length < count)
      all.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(AT_ONCE, count - all.length) }, () => member(role)),
        )),
      )
    return all
  }
  world.renters = await members('renter', renters)
  world.owners = await members('owner', owners)
  for (const owner of world.owners) owner.push = await subscribe(site, owner)
  world.followers = world.owners.map((owner) => follow(site, owner))
  return world
}

function enterAsAdmin({ admin: browser }: World): Promise<Answer> {
  return browser.insist('/login?portal=admin', { intent: 'log-in', portal: 'admin', ...admin })
}

/**
 * Opens a page of the admin area; an admin whose session ended, as it does when the clock jumps, logs in again. While
 * the site is down that may not succeed: then the answer is the page's redirect, and the caller asks again.
 */
export async function adminPage(world: World, path: string): Promise<Answer> {
  const page = await world.admin.get(path)
  if (page.status !== 302 || !isDone(await enterAsAdmin(world))) return page
  return world.admin.get(path)
}

/** Lets a browser of somebody show push messages, and returns it as the push service knows it. */
async function subscribe({ push }: Site, { browser }: Member): Promise<PushTarget> {
  const target = push.open()
  const answer = await browser.insist('/api/push', { intent: 'subscribe', ...target })
  if (answer.status !== 200) throw new Error(`A browser could not subscribe: ${answer.status}`)
  return target
}

const browserOf = (world: World) => new Browser(world.site.origin, () => world.ledger)

/** Signs somebody up; null when nothing was acknowledged. */
export async function signUp(world: World, role: 'renter' | 'owner'): Promise<Member | null> {
  const [browser, username] = [browserOf(world), newName(role)]
  const email = `${username}@hiram.test`
  const answer = await browser.post(`/login?portal=${role}&tab=signup`, {
    intent: 'sign-up',
    role,
    firstName: 'Ana',
    lastName: 'Reyes',
    email,
    username,
    password: PASSWORD,
    confirmPassword: PASSWORD,
  })
  if (!isDone(answer)) return null
  world.ledger.accounts.add(email)
  return { email, browser }
}

async function confirmEmail({ smtp }: Site, { email, browser }: Member) {
  const giveUpAt = Date.now() + 60_000
  for (;;) {
    const mails = smtp.delivered.filter(({ to }) => to.includes(email)).map(({ message }) => message)
    for (const mail of mails) {
      const link = /https?:\/\/\S*\/verify-email\S*/.exec((await PostalMime.parse(mail)).text ?? '')?.[0]
      if (!link) continue
      const { pathname, search } = new URL(link)
      const { token } = fieldsOf((await browser.get(pathname + search)).text)
      if (isDone(await browser.post(pathname, { token: token! }))) return
    }
    if (Date.now() > giveUpAt) throw new Error(`No link for ${email} works.`)
    await wait(100)
  }
}
