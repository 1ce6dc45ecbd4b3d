import { depositStatusOf, grantedOf } from '#domain/deposit/deposit.ts'
import { endsAsNeverGot } from '#domain/dispute/award.ts'
import { kindsToOpen } from '#domain/dispute/open.ts'
import {
  type Acceptance,
  decideAccepting,
  decideAppealing,
  decideAnswering,
  demandOf,
} from '#domain/dispute/stage.ts'
import { otherSide } from '#domain/side.ts'
import type { Context } from '#server/context.ts'
import type { DisputePage } from '#server/dispute/find-dispute-page.ts'
import { disputeFactsOf } from '#server/dispute/dispute-json.ts'
import { debtsOf } from '../debt/debts-of.ts'

export type DisputePageView = Awaited<ReturnType<typeof viewDisputePage>>
export type DisputeView = DisputePageView['disputes'][number]

/** The page as one of its two people sees it, with what they can do in it now. */
export async function viewDisputePage(ctx: Context, page: DisputePage) {
  const now = ctx.clock.now()
  const { rentalId, title, orderNumber, period, renterName, ownerName, side } = page
  const disputes = page.disputes.map(disputeFactsOf)
  const last = disputes.at(-1)
  const first = last?.decisions[0]
  const award =
    first && last.dueAt && !last.appealedAt ? { centavos: first.ownerCentavos, at: last.dueAt } : null
  const isDecided = first !== undefined && !last?.closedAt
  const depositStatus = depositStatusOf({ ...page, award, isDecided }, now)
  return {
    rental: { rentalId, title, orderNumber, period },
    side,
    /** If it is not handed over after all, what was paid goes back by a refund. */
    isPaidBeforeHandOver: page.status === 'Approved' && page.paymentMethod === 'online',
    names: { owner: ownerName, renter: renterName },
    partner: side === 'owner' ? renterName : ownerName,
    disputes,
    depositStatus,
    may: possible(page, now),
    now,
    mayClaim: depositStatus?.is === 'claimable' && side === 'owner',
    mayReturn:
      depositStatus !== null &&
      depositStatus.returnableCentavos > 0 &&
      (depositStatus.inCash || side === 'owner'),
    debts: await debtsOf(ctx, page),
  }
}

/** What its reader can do about the dispute that is open, and whether they can report a problem. */
function possible(page: DisputePage, now: Date) {
  const { side, disputes, lines, claim, paymentMethod } = page
  const last = disputes.at(-1)
  const open = last && !last.closedAt ? disputeFactsOf(last) : null
  const money = { lines, inCash: paymentMethod === 'cash_on_delivery', grantedBefore: grantedOf(claim) }
  const neverGot =
    open !== null &&
    side === 'owner' &&
    endsAsNeverGot(page, { ...money, renterAsked: open.renterAsked }, open.said)
  const mayAccept = (accepts: Acceptance) =>
    open !== null && decideAccepting(open, side, accepts, now, neverGot).ok
  return {
    kinds: !open?.decidedAt ? kindsToOpen(page, side, now) : [],
    answer: open !== null && decideAnswering(open, side, now).ok,
    appeal: open !== null && decideAppealing(open, side, now).ok,
    acceptDemand:
      open !== null && mayAccept({ what: 'demand', centavos: demandOf(open, otherSide(side)), neverGot }),
    /** Whether accepting what the other side asks for ends the rental as never handed over. */
    neverGot,
    acceptDecision: mayAccept({ what: 'decision' }),
  }
}
