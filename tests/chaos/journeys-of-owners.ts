import { isCut, isDone } from './browser.ts'
import { adminPage, type Member, newName, type World } from './people.ts'
import { formToAdd } from '#tests/support/form-to-add.ts'
import { fieldsOf } from '#tests/support/html.ts'

/** Puts a thing with a photo on offer. */
export async function list({ ledger }: World, { browser }: Member) {
  const title = `Telescope ${newName('t')}`
  const page = await browser.get('/profile/listings?add=1')
  // Nobody sends a form that never opened. Without its key, sending it again would add a second listing.
  if (isCut(page)) return
  const form = await formToAdd(title)
  // A version before this one has no key.
  const { key } = fieldsOf(page.text)
  if (key) form.set('key', key)
  if (isDone(await browser.insist('/profile/listings?add=1', form))) ledger.listings.add(title)
}

/** The admin lets new listings in, and looks at jobs and orders. */
export async function admit(world: World, { browser }: Member) {
  const { text } = await adminPage(world, '/admin/listings?status=available')
  const waiting = [
    ...new Set([...text.matchAll(/name="listingId" value="([0-9a-f-]{36})"/g)].map(([, id]) => id!)),
  ]
  for (const listingId of waiting.slice(0, 4)) {
    const answer = await browser.insist('/admin/listings', { intent: 'accept', listingId })
    if (isDone(answer)) world.listings.push({ id: listingId, owner: world.owners[0]! })
  }
  await browser.get('/admin/jobs')
  await browser.get('/admin/orders')
}

const STEPS_AT_ONCE = 3
/** The fields of a button of the tracker, or of the link to its question. */
const offered = new RegExp(
  'name="rental(?:Id)?" value="([0-9a-f-]{36})"/?><input type="hidden" ' +
    'name="(?:action|ask)" value="(approve|activate|complete)"',
  'g',
)

/** An owner approves requests, hands things over and takes them back: what the tracker offers. */
export async function lend({ ledger }: World, { browser }: Member) {
  const { text } = await browser.get('/profile/rental-tracker')
  const offers = text.matchAll(offered)
  for (const [, rentalId, action] of [...offers].slice(0, STEPS_AT_ONCE)) {
    const answer = await browser.insist('/profile/rental-tracker', { rentalId: rentalId!, action: action! })
    if (isDone(answer)) ledger.steps.add(`${rentalId} ${action}`)
  }
}
