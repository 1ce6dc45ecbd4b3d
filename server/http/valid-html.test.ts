import { HtmlValidate } from 'html-validate'
import { beforeAll, expect, it } from 'vitest'
import { pagePaths, sampleOf, firstVisitorOf } from '#domain/pages.ts'
import { sentNames } from '#tests/support/page-data.ts'
import { pageRoutes, pagesWithout } from '#tests/support/page-routes.ts'
import { makeSamples, withIds } from '#tests/support/page-samples.ts'
import { fillCart, PASSWORD } from '#tests/support/people.ts'
import { fillPasskeys } from '#tests/support/passkey.ts'
import { withTwoFactor } from '#tests/support/second-factor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])

const judge = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React writes `<br/>`, `<meta charSet>`, no space before a slash, `checked=""`.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // React's own ids begin with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // Checkboxes of one group share a name, as radios do.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
    // An input without a type is a text field.
    'no-implicit-input-type': 'off',
    // Titles contain people's texts and the site's name.
    'long-title': 'off',
    // Without scripts, the page that waits for a payment reloads itself.
    'meta-refresh': 'off',
    // Safari does not treat a list without bullets as a list without this role.
    'no-redundant-role': 'off',
  },
})

const olivias = { intent: 'log-in', portal: 'owner', email: 'owner@hiram.test', password: PASSWORD }

let samples: Record<string, string>
const sent = new Map<string, Set<string>>()
beforeAll(async () => {
  samples = await makeSamples(site)
  await site.services.db.deleteFrom('cartLine').execute()
  await fillCart(site.services, site.cast.ramon, [samples.listing!])
  await withTwoFactor(site.services, site.cast.olivia)
  await fillPasskeys(site.services, site.cast.olivia.id, 2)
})

const people = { guest: undefined, renter: 'ramon', owner: 'olivia', admin: 'amihan' } as const
const visitors = Object.keys(people) as (keyof typeof people)[]

/** Every page by its sample, for the first visitor who may open it. */
const ofTable = pagePaths
  .filter((path) => pageRoutes.includes(path))
  .flatMap((path) => {
    const who = firstVisitorOf(path)
    return who ? [[sampleOf(path), who] as const] : []
  })

/** Pages in other states, and for other visitors. */
const states: Record<keyof typeof people, string> = {
  guest: `
    /login/code /products?search=nothing+at+all /listing/none /chat
    /help?q=cancel /help?q=zeppelin /help/none /unsubscribe /no-such-page /unexpected-error
    /login?portal=owner /login?portal=renter&tab=signup
    /forgot-password?sent=1 /reset-password?token=none /verify-email?token=none`,
  renter: `
    / /listing/{listing} /listing/{listing}?review=1 /cart /checkout /checkout?payment={order}
    /checkout/return?order={online}&left=1
    /report?thread={thread}&sent=1 /report?listing={listing} /profile/settings/data?delete=1`,
  owner: `
    /profile/settings/two-factor /profile /profile/listings?edit={listing} /profile/listings?add=1
    /profile/rental-tracker /profile/rental-tracker/{rental}/claim`,
  admin: `
    /admin/orders/{paid} /admin/refunds?pay={refund} /admin/payouts?record=provider
    /admin/payouts/recorded?reverse={payout} /admin/reconciliation/{run}?explain={difference}`,
}
const rows = [
  ...ofTable,
  ...visitors.flatMap((who) =>
    states[who].split(/\s+/).flatMap((address) => (address ? [[address, who] as const] : [])),
  ),
]

it.each(rows)('%s for %s is valid HTML, and no id stands twice', async (address, who) => {
  const visitor = site.visitor(people[who])
  if (address === '/login/code') await visitor.post('/login?portal=owner', olivias)
  const answer = await visitor.get(withIds(address, samples))
  const html = await answer.text()
  // Without it browsers lay a page out as those of the 1990s; html-validate does not ask for it.
  expect(html).toMatch(/^<!doctype html>/i)
  expect(html).toContain('</h1>')
  const report = await judge.validateString(html)
  const faults = report.results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message} … ${html.slice(offset, offset + 90)}`,
    ),
  )
  expect(faults).toEqual([])
  for (const [route, names] of Object.entries(await sentNames(html)))
    sent.set(route, new Set([...(sent.get(route) ?? []), ...names]))
})

it('the data of a page has the names that are declared for it, and no other', async () => {
  const names = [...sent].map(([route, each]) => [route, [...each].toSorted().join(' ')] as const)
  const declared = `${JSON.stringify(Object.fromEntries(names.toSorted()), null, 2)}\n`
  await expect(declared).toMatchFileSnapshot('../../tests/support/page-data.json')
})

it('every page of the site is among them', () => {
  expect(pagesWithout(rows.map(([address]) => address))).toEqual([])
})
