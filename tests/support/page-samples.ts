import { randomUUID } from 'node:crypto'
import { addDays } from '#domain/period.ts'
import { accepted } from '#seeds/act.ts'
import { mintToken } from '#server/account/mail-token.ts'
import { reconcileNow } from '#server/reconciliation/reconcile.ts'
import { sendMessage } from '#server/chat/send-message.ts'
import { askChange } from '#server/change/ask-change.ts'
import { claimDeposit } from '#server/dispute/claim-deposit.ts'
import { writeNotice } from '#server/notification/write-notice.ts'
import { takePartyAction } from '#server/rental/take-action.ts'
import { sendReport } from '#server/report/send-report.ts'
import { deposits } from './deposits.ts'
import { paying } from './paying.ts'
import { admin, rent } from './people.ts'
import { by, NOW, TODAY } from './services.ts'
import type { Site } from './with-site.ts'
import { recordPayout } from './movements.ts'

type Samples = Record<string, string>
type OfTown = Site<'ramon' | 'olivia' | 'amihan'>

/** An address with the ids of samples in place of `{listing}` and so on. */
export const withIds = (address: string, samples: Samples): string =>
  address.replace(/\{(\w+)\}/g, (_, name: string) => samples[name]!)

/**
 * Creates one of everything that a page can show, with characters that HTML has to escape: Ramon rents from Olivia.
 * The ids are those that the addresses of `domain/pages.ts` use. Each `round` on a database has another number.
 */
export async function makeSamples(site: OfTown, round = 1): Promise<Samples> {
  const { services, cast } = site
  const rental = (await deposits(site).returned('cash_on_delivery')).rentalId
  await oweFor(services, rental)
  const changing = await askedForDays(site)
  const claimed = (await deposits(site).returned('cash_on_delivery')).rentalId
  const late = await cameBackLate(site)
  const claim = { rentalId: claimed, centavos: 50_000, reason: 'The zip is torn.', photoIds: [] }
  accepted(await claimDeposit(by(services, cast.olivia), claim))
  const listing = await site.publish({ title: 'Tent <b>& stove</b>' })
  const { orderNumber: order } = await rent(services, cast.ramon, [await site.publish({ title: 'Drill' })])
  const toBring = { deliveryOption: 'delivery' as const }
  const delivered = await rent(services, cast.ramon, [await site.publish({ title: 'Lamp' })], toBring)
  const online = await paying(site).order(cast.ramon, [await site.publish({ title: 'Gown' })])
  const link = { accountId: cast.olivia.id, effectId: 1, expiresAt: new Date('2027-01-01') }
  const reset = await mintToken(services.db, services, 'password-reset', link)
  const confirm = await mintToken(services.db, services, 'email-confirmation', link)
  const newEmail = await mintToken(services.db, services, 'email-change', {
    ...link,
    about: 'olivia.new@hiram.test',
  })
  return {
    newEmail,
    listing,
    order,
    rental,
    changing,
    claimed,
    late,
    reset,
    confirm,
    delivered: delivered.rentalId,
    user: cast.ramon.id,
    online: online.number,
    ...(await moveMoney(site, round)),
    ...(await converse(site, listing)),
    notice: await notifyRamon(site),
  }
}

/** Makes a renter owe something for a rental; returns the debt. */
export async function oweFor({ db }: Pick<OfTown['services'], 'db'>, rentalId: string): Promise<string> {
  const debt = { id: randomUUID(), rentalId, cause: 'dispute', owedBy: 'renter', centavos: 12_345 } as const
  await db
    .insertInto('debt')
    .values({ ...debt, since: NOW })
    .execute()
  return debt.id
}

/** A rental in cash that came back two days late. */
async function cameBackLate(site: OfTown): Promise<string> {
  const { rentalId } = await deposits(site).returned('cash_on_delivery', 50_000, 26)
  deposits(site).hours(0)
  return rentalId
}

/** A rental whose renter asked for more days. */
async function askedForDays(site: OfTown): Promise<string> {
  const { services, cast } = site
  const listing = await site.publish({ title: 'Projector' })
  const { rentalId } = await rent(services, cast.ramon, [listing], {
    startDate: addDays(TODAY, 20),
    durationDays: 3,
  })
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'approve' }))
  const request = { what: 'extend' as const, days: 3 }
  accepted(await askChange(by(services, cast.ramon), { rentalId, request }))
  return rentalId
}

/** A conversation with a reported message. */
async function converse({ services, cast }: OfTown, listing: string) {
  const sent = await sendMessage(by(services, cast.ramon), { to: { listingId: listing }, text: 'Is it dry?' })
  const { threadId } = accepted(sent)
  const answer = { to: { threadId }, text: 'Pay me outside' }
  accepted(await sendMessage(by(services, cast.olivia), answer))
  const { id: messageId } = await services.db
    .selectFrom('message')
    .select('id')
    .where('threadId', '=', threadId)
    .where('sender', '=', 'owner')
    .executeTakeFirstOrThrow()
  const report = { about: { messageId }, reason: 'outside' as const, note: 'A <b>note</b>' }
  const { reportId } = accepted(await sendReport(by(services, cast.ramon), report))
  return { thread: threadId, report: reportId }
}

async function notifyRamon({ services, cast }: OfTown): Promise<string> {
  await writeNotice(services, 1, {
    accountId: cast.ramon.id,
    kind: 'new-message',
    title: 'Olivia wrote to you about Tent <b>& stove</b>',
    text: '“It is dry.”',
    path: '/chat',
  })
  const { id } = await services.db
    .selectFrom('notice')
    .select('id')
    .where('accountId', '=', cast.ramon.id)
    .where('effectId', '=', 1)
    .executeTakeFirstOrThrow()
  return id
}

/** A refund to be paid by hand, a payout, and a difference from the provider. */
async function moveMoney(site: OfTown, round: number) {
  const { services, cast } = site
  const ctx = by(services, cast.amihan)
  const { rentalId, number } = await paying(site).paid(cast.ramon, {}, 'qrph')
  accepted(await takePartyAction(by(services, cast.olivia), { rentalId, action: 'reject' }))
  const refund = await services.db.selectFrom('refund').select('id').executeTakeFirstOrThrow()
  const reference = `Settled ${round}`
  const settlement = { direction: 'from_provider' as const, amount: 100, reference, paidOn: TODAY }
  const { payoutId } = accepted(await recordPayout(ctx, admin(cast.amihan), settlement))
  services.emulator.list().payments[0]!.fee += 1
  const { runId } = accepted(await reconcileNow(ctx))
  const difference = await services.db
    .selectFrom('reconciliationDifference')
    .select('id')
    .executeTakeFirstOrThrow()
  return { paid: number, refund: refund.id, payout: payoutId, run: runId, difference: String(difference.id) }
}
