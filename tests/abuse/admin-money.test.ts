import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { accepted } from '#seeds/act.ts'
import { runEffects } from '#server/job/run-effects.ts'
import { reconcileNow } from '#server/reconciliation/reconcile.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { messageBeside, textOf } from '#tests/support/html.ts'
import { recordPayout } from '#tests/support/movements.ts'
import { paying } from '#tests/support/paying.ts'
import * as people from '#tests/support/people.ts'
import { by, TODAY } from '#tests/support/services.ts'
import { type Fields, toastOf } from '#tests/support/visitor.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])
const { paid, rejected } = paying(site)
const IMG = '<img src=x onerror=alert(1)>'
const nobody = '0199a000-0000-7000-8000-000000000000'

let refundId: string
let cancelled: { number: string; rentalId: string }
let differenceId: string
let runId: string
beforeAll(async () => {
  const { services, cast } = site
  refundId = (await rejected(cast.ramon, {}, 'qrph')).refund.id
  cancelled = await paid(cast.ramon, { cancellationPolicy: 'strict' })
  const { rentalId } = cancelled
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
  accepted(await takePartyAction(by(services, cast.ramon), { rentalId, action: 'cancel' }))
  await runEffects(services, async () => {})
  services.emulator.list().payments[0]!.amount += 1
  const run = accepted(await reconcileNow(by(services, cast.amihan)))
  runId = run.runId
  differenceId = String(
    (
      await services.db
        .selectFrom('reconciliationDifference')
        .select('id')
        .where('reconciliationId', '=', runId)
        .executeTakeFirstOrThrow()
    ).id,
  )
})

const amihan = () => people.asAdmin(site.services, site.cast.amihan)

/** All tables that the admin forms write. */
const stored = async () => {
  const { db } = site.services
  const all = (table: 'refund' | 'payout' | 'bookEntry' | 'reconciliationDifference') =>
    db.selectFrom(table).selectAll().orderBy('id').execute()
  return [
    await all('refund'),
    await all('payout'),
    await all('bookEntry'),
    await all('reconciliationDifference'),
    // The audit log records refusals.
    (await db.selectFrom('event').select('id').where('action', '!=', 'refuse').execute()).length,
    (await db.selectFrom('effect').select('id').execute()).length,
  ]
}

const payOut = (changes: Fields = {}) => ({
  intent: 'pay-out',
  refundId,
  proof: 'GCash 1',
  paidOn: TODAY,
  ...changes,
})
const record = (changes: Fields = {}) => ({
  intent: 'record',
  direction: 'to_owner',
  ownerId: site.cast.olivia.id,
  amount: '10.00',
  reference: 'BDO 1',
  paidOn: TODAY,
  ...changes,
})
const explain = (changes: Fields = {}) => ({
  intent: 'explain',
  differenceId,
  explanation: 'Rounded by them.',
  ...changes,
})
const refunds = (): string => `/admin/refunds?pay=${refundId}`
const payouts = (): string => `/admin/payouts?record=${site.cast.olivia.id}`
const run = (): string => `/admin/reconciliation/${runId}?explain=${differenceId}`

describe('the forms about money', () => {
  it.each([
    [refunds, payOut, 'proof', '', 'Proof is required.'],
    [refunds, payOut, 'proof', undefined, 'Proof is required.'],
    [refunds, payOut, 'proof', 'x'.repeat(201), 'Proof can have at most 200 characters.'],
    [refunds, payOut, 'proof', ['a', 'b'], 'This field was sent more than once.'],
    [refunds, payOut, 'paidOn', '', 'Date is required.'],
    [refunds, payOut, 'paidOn', 'soon', 'Please enter a date'],
    [refunds, payOut, 'paidOn', '2026-11-22', 'This day has not come yet.'],
    [refunds, payOut, 'paidOn', '2026-11-20', 'The date can be Nov 21, 2026 or later.'],
    [payouts, record, 'amount', '', 'Amount is required.'],
    [payouts, record, 'amount', '-10', 'Please enter an amount above zero'],
    [payouts, record, 'amount', '1e9', 'Please enter an amount above zero'],
    [payouts, record, 'amount', '675.01', 'At most ₱675.00 is ready to be paid to this owner.'],
    [payouts, record, 'amount', '9999999.99', 'At most ₱675.00 is ready'],
    [payouts, record, 'reference', ' ', 'Reference is required.'],
    [payouts, record, 'reference', 'x'.repeat(101), 'Reference can have at most 100 characters.'],
    [payouts, record, 'paidOn', '2026-13-01', 'Please enter a date'],
    [payouts, record, 'paidOn', '2026-11-22', 'This day has not come yet.'],
    [run, explain, 'explanation', '\u200b', 'Explanation is required.'],
    [run, explain, 'explanation', 'x'.repeat(1001), 'Explanation can have at most 1000 characters.'],
  ] as const)('%o %o refuse beside %s: %j', async (page, form, name, value, message) => {
    const before = await stored()
    const answer = await site.visitor('amihan').post(page(), form({ [name]: value }))
    expect(answer.status).toBe(422)
    expect(messageBeside(await answer.text(), name)).toContain(message)
    expect(await stored()).toEqual(before)
  })

  it.each([
    [payouts, record, { direction: 'sideways' }, 'Please choose which way the money went.'],
    [payouts, record, { ownerId: 'x' }, 'Please choose an owner.'],
    [payouts, record, { ownerId: nobody }, 'There is no such owner.'],
    [payouts, record, { direction: 'from_provider' }, 'The provider is no owner.'],
    [payouts, record, { admin: '1' }, 'This form has fields we don’t know: admin'],
    [refunds, payOut, { centavos: '1' }, 'This form has fields we don’t know: centavos'],
    [refunds, payOut, { refundId: 'x' }, 'Please open this page again.'],
    [run, explain, { differenceId: '1; drop table' }, 'Please open this page again.'],
  ] as const)('%o %o refuse as a whole: %j', async (page, form, changes, message) => {
    const before = await stored()
    const answer = await site.visitor('amihan').post(page(), form(changes as Fields))
    expect(answer.status).toBe(422)
    expect(textOf(await answer.text()).replaceAll("'", '’')).toContain(message)
    expect(await stored()).toEqual(before)
  })

  it('show what was typed again, as text', async () => {
    const answer = await site
      .visitor('amihan')
      .post(payouts(), record({ amount: 'x', reference: `=cmd ${IMG}` }))
    const html = await answer.text()
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('value="=cmd &lt;img src=x onerror=alert(1)&gt;"')
  })

  it('report that their subject is deleted', async () => {
    const posts = [
      [refunds(), payOut({ refundId: nobody })],
      ['/admin/payouts/recorded', { intent: 'reverse', payoutId: nobody, reason: 'x' }],
      [run(), explain({ differenceId: '999999' })],
    ] as const
    for (const [page, fields] of posts)
      expect(toastOf(await site.visitor('amihan').post(page, fields))).toContain(
        'Sorry, that could not be found.',
      )
  })
})

it('an unexpected error is shown in each form about money, which keeps what was typed', async () => {
  const { db, errors } = site.services
  const { rentalId, orderNumber } = await people.rent(site.services, site.cast.ramon, [await site.publish()])
  accepted(await takePartyAction(by(site.services, site.cast.olivia), { rentalId, action: 'approve' }))
  const payout = { direction: 'to_owner', amount: 1, reference: 'BDO 0', paidOn: TODAY } as const
  const { payoutId } = accepted(await recordPayout(...amihan(), { ...payout, ownerId: site.cast.olivia.id }))
  const goodwill = { intent: 'goodwill', goodwillId: nobody, rentalId: cancelled.rentalId, to: 'renter' }
  const posts = [
    [refunds(), payOut({ proof: 'typed before' })],
    [payouts(), record({ reference: 'typed before' })],
    [`/admin/payouts/recorded?reverse=${payoutId}`, { intent: 'reverse', payoutId, reason: 'typed before' }],
    [run(), explain({ explanation: 'typed before' })],
    [
      `/admin/orders/${orderNumber}?rental=${rentalId}&step=cancel-by-admin`,
      { rentalId, action: 'cancel-by-admin', refund: 'all', reason: 'typed before' },
    ],
    [
      `/admin/orders/${cancelled.number}?goodwill=${cancelled.rentalId}`,
      { ...goodwill, amount: '10.00', reason: 'typed before' },
    ],
  ] as const
  const before = await stored()
  await sql`create function fail_event() returns trigger language plpgsql as
    $$ begin raise exception 'no room'; end $$`.execute(db)
  await sql`create trigger fail_event before insert on event for each row execute function fail_event()`.execute(
    db,
  )
  for (const [page, fields] of posts) {
    const answer = await site.visitor('amihan').post(page, fields)
    const html = await answer.text()
    expect(answer.status, page).toBe(500)
    expect(textOf(html)).toContain('An unexpected error occurred. Please try again.')
    expect(html).toContain('typed before')
  }
  await sql`drop function fail_event() cascade`.execute(db)
  expect(errors.splice(0)).toHaveLength(posts.length)
  expect(await stored()).toEqual(before)
})

describe('a repeated action from a stale page changes nothing', () => {
  // Case: 16
  it('a refund paid out', async () => {
    const proof = `=1+1 ${IMG}`
    const first = await site.visitor('amihan').post(refunds(), payOut({ proof }))
    expect(first.headers.get('location')).toBe('/admin/refunds')
    expect(toastOf(first)).toBe('Refund noted as paid out. Its renter is told.')
    const before = await stored()
    const again = await site.visitor('amihan').post(refunds(), payOut({ proof: 'other' }))
    expect(toastOf(again)).toBe(
      'Error noting the refund: This refund has been paid out already. Nothing was changed.',
    )
    const retried = await site.visitor('amihan').post(refunds(), { intent: 'retry', refundId })
    expect(toastOf(retried)).toContain('This refund no longer waits for an admin.')
    expect(await stored()).toEqual(before)
    const html = await (await site.visitor('amihan').get('/admin/refunds')).text()
    expect(html).not.toContain('<img src=x')
    expect(textOf(html)).toContain(proof)
    expect(await (await site.visitor('amihan').get('/admin/refunds.csv')).text()).toContain(`,'=1+1 <img`)
  })

  it('a payout, which is taken back once', async () => {
    const reference = `@BDO ${IMG}`
    const request = record({ reference })
    expect(toastOf(await site.visitor('amihan').post(payouts(), request))).toBe('₱10.00 written down.')
    const before = await stored()
    const again = await site.visitor('amihan').post(payouts(), request)
    expect(again.status).toBe(409)
    expect(messageBeside(await again.text(), 'reference')).toContain(
      'This reference is written down already, for ₱10.00 on Nov 21, 2026.',
    )
    expect(await stored()).toEqual(before)
    const { id } = await site.services.db
      .selectFrom('payout')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    const page = `/admin/payouts/recorded?reverse=${id}`
    const empty = await site.visitor('amihan').post(page, { intent: 'reverse', payoutId: id, reason: '' })
    expect(messageBeside(await empty.text(), 'reason')).toBe('Reason is required.')
    const reverse = { intent: 'reverse', payoutId: id, reason: `Typed wrongly ${IMG}` }
    expect(toastOf(await site.visitor('amihan').post(page, reverse))).toBe('Payout taken back.')
    expect(toastOf(await site.visitor('amihan').post(page, reverse))).toContain('taken back already')
    const html = await (await site.visitor('amihan').get('/admin/payouts/recorded')).text()
    expect(html).not.toContain('<img src=x')
    expect(textOf(html)).toContain(reference)
    expect(await (await site.visitor('amihan').get('/admin/payouts/recorded.csv')).text()).toContain(`'@BDO`)
    const statement = await (await site.visitor('olivia').get('/profile/statement')).text()
    expect(statement).not.toContain('<img src=x')
    expect(textOf(statement)).toContain('Payment taken back')
    expect(await (await site.visitor('olivia').get('/profile/statement.csv')).text()).toContain(`,'@BDO`)
  })

  it('an explanation', async () => {
    expect(toastOf(await site.visitor('amihan').post(run(), explain({ explanation: IMG })))).toBe(
      'Difference explained.',
    )
    const again = await site.visitor('amihan').post(run(), explain())
    expect(toastOf(again)).toContain('explained already')
    const html = await (await site.visitor('amihan').get(`/admin/reconciliation/${runId}`)).text()
    expect(html).not.toContain('<img src=x')
    expect(textOf(html)).toContain(IMG)
  })

  it('is all in the audit log, with who did it', async () => {
    const text = textOf(await (await site.visitor('amihan').get('/admin/audit-log')).text())
    for (const words of ['Paid out by hand', 'Written down', 'Taken back', 'Explained', 'Compared with'])
      expect(text).toContain(words)
  })
})

// Case: 38
it('invalid addresses are read as without a query', async () => {
  const wrong = ["'", '%00', '../../etc', '1e9', nobody]
  for (const value of wrong)
    for (const path of [
      `/admin/book?account=${value}&kind=${value}&from=${value}&until=${value}` +
        `&sort=${value}&after=${value}&search=${value}`,
      `/admin/refunds?pay=${value}&status=${value}`,
      `/admin/payouts?record=${value}&state=${value}`,
      `/admin/payouts/recorded?reverse=${value}&direction=${value}`,
      `/admin/reconciliation/${runId}?explain=${value}&kind=${value}`,
      `/admin/book.csv?from=${value}&account=${value}`,
    ])
      expect((await site.visitor('amihan').get(path)).status, path).toBe(200)
  for (const value of wrong)
    expect((await site.visitor('olivia').get(`/profile/statement?month=${value}`)).status).toBe(200)
})

it('an admin who starts a run sees its result', async () => {
  const agreed = await site.visitor('amihan').post('/admin/reconciliation', { intent: 'run' })
  expect(agreed.headers.get('location')).toMatch(/^\/admin\/reconciliation\/[0-9a-f-]{36}$/)
  expect(toastOf(agreed)).toBe('1 difference.')
  site.services.emulator.faults.add({ do: 'answer', status: 500, times: 50 })
  const failed = await site.visitor('amihan').post('/admin/reconciliation', { intent: 'run' })
  site.services.emulator.faults.clear()
  expect(toastOf(failed)).toBe('The provider could not be asked (unreachable).')
  const overview = textOf(await (await site.visitor('amihan').get('/admin')).text())
  expect(overview).toContain('See why the last reconciliation failed')
  expect(toastOf(await site.visitor('amihan').post('/admin/reconciliation', { intent: 'x' }))).toBe(
    'An unexpected error occurred. Please try again.',
  )
})
