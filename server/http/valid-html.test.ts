import { HtmlValidate } from 'html-validate'
import { beforeAll, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { deposits } from '#tests/support/deposits.ts'
import { sentNames } from '#tests/support/page-data.ts'
import { pagesWithout } from '#tests/support/page-routes.ts'
import { paying } from '#tests/support/paying.ts'
import { admin, fillCart, rent } from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { withSite } from '#tests/support/with-site.ts'
import { mintToken } from '../account/mail-token.ts'
import { claimDeposit } from '../deposit/claim-deposit.ts'
import { reconcileNow } from '../book/reconcile.ts'
import { recordPayout } from '../book/record-payout.ts'
import { writeNotice } from '../notification/write-notice.ts'
import { takeStep } from '../rental/take-step.ts'
import { sendReport } from '../report/send-report.ts'
import { sendMessage } from '../chat/send-message.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])

const judge = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // How React writes: `<br/>`, `<meta charSet>`, no space before a slash, `checked=""`.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // React's own ids begin with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // Ticks of one group share a name, as radios do.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
    // An input without a type is one for text.
    'no-implicit-input-type': 'off',
    // Titles of listings come from people and from the site's name.
    'long-title': 'off',
    // Where no scripts run, the page that waits for a payment reads itself anew.
    'meta-refresh': 'off',
    // A list without bullets is no list to Safari unless it says so.
    'no-redundant-role': 'off',
  },
})

let ids: Record<string, string>
const sent = new Map<string, Set<string>>()
beforeAll(async () => {
  const { services, cast } = site
  const unclaimed = (await deposits(site).returned('cash_on_delivery')).rentalId
  const claimed = (await deposits(site).returned('cash_on_delivery')).rentalId
  const claim = { rentalId: claimed, centavos: 50_000, reason: 'The zip is torn.', photoIds: [] }
  accepted(await claimDeposit(by(services, cast.olivia), claim))
  const listing = await site.publish({ title: 'Tent <b>& stove</b>' })
  const { orderNumber } = await rent(services, cast.ramon, [await site.publish({ title: 'Drill' })])
  const online = await paying(site).order(cast.ramon, [await site.publish({ title: 'Gown' })])
  const money = await moveMoney()
  await services.db.deleteFrom('cartLine').execute()
  await fillCart(services, cast.ramon, [listing])
  const sent = await sendMessage(by(services, cast.ramon), { to: { listingId: listing }, text: 'Is it dry?' })
  const about = { threadId: accepted(sent).threadId }
  accepted(await sendMessage(by(services, cast.olivia), { to: about, text: 'Pay me outside' }))
  const { id: messageId } = await services.db
    .selectFrom('message')
    .select('id')
    .where('sender', '=', 'owner')
    .executeTakeFirstOrThrow()
  const report = { about: { messageId }, reason: 'outside' as const, note: 'A <b>note</b>' }
  const reported = await sendReport(by(services, cast.ramon), report)
  const link = { accountId: cast.olivia.id, effectId: 1, expiresAt: new Date('2027-01-01') }
  const reset = await mintToken(services, 'password-reset', link)
  const confirm = await mintToken(services, 'email-confirmation', link)
  await writeNotice(services, 1, {
    accountId: cast.ramon.id,
    kind: 'new-message',
    title: 'Olivia wrote to you about Tent <b>& stove</b>',
    text: '“It is dry.”',
    path: '/chat',
  })
  ids = {
    listing,
    ramon: cast.ramon.id,
    orderNumber,
    online: online.number,
    thread: accepted(sent).threadId,
    report: accepted(reported).reportId,
    reset,
    confirm,
    unclaimed,
    claimed,
    ...money,
  }
})

/** A refund to pay out by hand, a payout, and a difference from the provider. */
async function moveMoney() {
  const { services, cast } = site
  const ctx = by(services, cast.amihan)
  const { rentalId, number } = await paying(site).paid(cast.ramon, {}, 'qrph')
  accepted(await takeStep(by(services, cast.olivia), { rentalId, action: 'reject' }))
  const refund = await services.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
  const settlement = { direction: 'from_provider' as const, amount: 100, reference: 'Settled', paidOn: TODAY }
  const { payoutId } = accepted(await recordPayout(ctx, admin(cast.amihan), settlement))
  services.emulator.list().payments[0]!.fee += 1
  const { runId } = accepted(await reconcileNow(ctx))
  const difference = await services.db
    .selectFrom('reconciliationDifference')
    .select('id')
    .executeTakeFirstOrThrow()
  return { paid: number, refund: refund.id, payout: payoutId, run: runId, difference: String(difference.id) }
}

/** What each opens; `{listing}` and the like stand for what was made above. */
const pages: Record<'guest' | 'ramon' | 'olivia' | 'amihan', string> = {
  guest: `
    / /products /products?search=nothing+at+all /listing/{listing} /listing/none /cart /chat
    /about /contact /faq /help /help?q=cancel /help?q=zeppelin /help/cancel-a-rental /help/none /support /privacy-policy /dev/mail /unsubscribe /no-such-page /unexpected-error
    /login /login?portal=owner /login?portal=renter&tab=signup
    /forgot-password /forgot-password?sent=1 /reset-password?token={reset} /reset-password?token=none
    /verify-email?token={confirm} /verify-email?token=none`,
  ramon: `
    / /listing/{listing} /listing/{listing}?review=1 /cart /checkout /checkout?payment={orderNumber}
    /checkout/return?order={online} /checkout/return?order={online}&left=1
    /chat?thread_id={thread} /receipt/{orderNumber}
    /profile /profile/favorites /profile/messages /profile/notices /profile/rental-tracker /profile/become-owner
    /profile/settings /profile/settings/password /profile/settings/sessions /profile/settings/notifications
    /report?thread={thread} /report?thread={thread}&sent=1 /report?listing={listing} /block?thread={thread} /profile/settings/blocked
    /profile/settings/data /profile/settings/data?delete=1`,
  olivia: `
    /profile /profile/listings /profile/listings?edit={listing} /profile/listings?add=1
    /profile/listings/{listing}/calendar /profile/rental-tracker /profile/statement
    /profile/rental-tracker/{unclaimed}/claim`,
  amihan: `
    /admin /admin/users /admin/users/{ramon} /admin/listings /admin/listings/{listing} /admin/orders /admin/orders/{orderNumber} /admin/reviews
    /admin/reports /admin/reports/{report} /admin/contact-messages /admin/categories /admin/tags /admin/audit-log /admin/jobs
    /admin/content /admin/content/1 /admin/settings /admin/settings/password /admin/settings/sessions
    /admin/orders/{paid} /admin/book /admin/refunds /admin/refunds?pay={refund}
    /admin/claims /admin/claims/{claimed}
    /admin/payouts /admin/payouts?record=provider /admin/payouts/recorded /admin/payouts/recorded?reverse={payout}
    /admin/reconciliation /admin/reconciliation/{run} /admin/reconciliation/{run}?explain={difference}`,
}
const rows = (Object.keys(pages) as (keyof typeof pages)[]).flatMap((who) =>
  pages[who].split(/\s+/).flatMap((address) => (address ? [[address, who] as const] : [])),
)

it.each(rows)('%s for %s is valid HTML, and no id stands twice', async (address, who) => {
  const answer = await site
    .visitor(who === 'guest' ? undefined : who)
    .get(address.replace(/\{(\w+)\}/, (_, name: string) => ids[name]!))
  const html = await answer.text()
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
