import { centavosOf, type MoneyLine, type RefundLine } from '../book/money-line.ts'
import { depositLeftOf } from '../deposit/deposit.ts'
import { type Centavos, formatPeso, sumOf } from '../money.ts'
import { partLines, rentCharges } from '../refund/refund.ts'
import type { RentalStatus } from '../status.ts'
import { refuse, type Verdict } from '../verdict.ts'
import { type Award, type DisputeKind, noAward, type Speaker } from './dispute.ts'
import type { Side } from '../side.ts'

/** The money of a disputed rental. */
export type DisputedMoney = {
  lines: readonly MoneyLine[]
  /** What earlier disputes gave the owner of the deposit. */
  grantedBefore: Centavos
  /** The part of the deposit that a late fee takes, or took. */
  lateCentavos: Centavos
  /** What of that is not taken yet: it may still go back, as the owner can waive it. */
  lateOpenCentavos: Centavos
  /** What the site has paid its two people of its own money for this rental. */
  goodwillGiven: { renter: Centavos; owner: Centavos }
  inCash: boolean
  ownerAsked: Centavos | null
  renterAsked: Centavos | null
}

/** What the renter paid for the rental besides the deposit, and has not got back. */
const rentLeft = ({ lines }: Pick<DisputedMoney, 'lines'>) =>
  rentCharges.reduce((sum, charge) => sum + Math.max(0, centavosOf(lines, charge)), 0)

/** The part of the deposit that is held, in centavos. */
export const depositLeft = ({ lines, grantedBefore, lateCentavos }: DisputedMoney): Centavos =>
  Math.max(0, depositLeftOf(lines, grantedBefore, lateCentavos))

/**
 * What can go back to the renter through the payment provider: what was paid for the rental, less what is back, less
 * what the site paid them, and less what may go back of a late fee.
 */
const leftToReturn = ({ lines, goodwillGiven, lateOpenCentavos }: DisputedMoney) =>
  Math.max(0, sumOf(lines) - goodwillGiven.renter - lateOpenCentavos)

/** The most that an admin can give to the owner, and to the renter of what they paid. */
export function boundsOf(money: DisputedMoney): { owner: Centavos; rent: Centavos } {
  const rent = Math.min(rentLeft(money), Math.max(0, leftToReturn(money) - depositLeft(money)))
  return { owner: money.ownerAsked ?? depositLeft(money), rent: Math.min(rent, money.renterAsked ?? rent) }
}

/**
 * The most that the site can pay one of them as goodwill besides an award: what was paid, less what goes and went back
 * and the goodwill before. A renter who paid in cash can't be paid by the provider, so it is zero.
 */
export function goodwillBound(money: DisputedMoney, to: Side, award: Omit<Award, 'goodwillTo'>): Centavos {
  const { lines, goodwillGiven } = money
  if (to === 'owner') {
    const paid = sumOf(lines.filter(({ kind }) => kind !== 'refund'))
    return Math.max(0, paid - goodwillGiven.owner)
  }
  if (money.inCash) return 0
  const left = depositLeft(money)
  const depositBack = left - Math.min(award.ownerCentavos, left)
  return Math.max(0, leftToReturn(money) - award.rentCentavos - depositBack)
}

const isAmount = (centavos: Centavos) => Number.isSafeInteger(centavos) && centavos >= 0

/**
 * Whether an admin may decide so. Refusals: `amount` (to the owner more than asked for, or than is held where nothing
 * is asked), `refund` (to the renter more than they asked for or paid), `cash` and `over` (goodwill).
 */
export function decideAward(money: DisputedMoney, award: Award): Verdict {
  const { owner, rent } = boundsOf(money)
  if (!isAmount(award.ownerCentavos) || award.ownerCentavos > owner)
    return refuse('amount', `Please grant between ₱0.00 and ${formatPeso(owner)}.`)
  if (!isAmount(award.rentCentavos) || award.rentCentavos > rent)
    return refuse('refund', `Please give back between ₱0.00 and ${formatPeso(rent)}.`)
  if (!isAmount(award.goodwillCentavos)) return refuse('over', 'Please enter an amount of money.')
  if (award.goodwillCentavos === 0) return { ok: true }
  if (!award.goodwillTo) return refuse('over', 'Please choose who gets the goodwill payment.')
  if (award.goodwillTo === 'renter' && money.inCash)
    return refuse('cash', 'This rental was paid in cash, so the site can’t send its renter anything.')
  const most = goodwillBound(money, award.goodwillTo, award)
  if (award.goodwillCentavos > most)
    return refuse('over', `A goodwill payment can be at most ${formatPeso(most)} here.`)
  return { ok: true }
}

/** The money of a decision that the renter never got the item: more may go back than they asked for. */
export const moneyOfNeverGot = (money: DisputedMoney): DisputedMoney => ({ ...money, renterAsked: null })

/** A rental, with what its two people said of its hand-over. */
export type HandedOver = {
  status: RentalStatus
  /** `both`: by a code, or as the renter confirmed it. */
  handoverProof: string | null
  /** When the renter said that they brought it back. */
  broughtBackAt: Date | null
}

/** Whether the renter has said themselves that they had the item: they confirmed the hand-over, or brought it back. */
export const saidHadIt = ({ handoverProof, broughtBackAt }: Omit<HandedOver, 'status'>): boolean =>
  handoverProof === 'both' || broughtBackAt !== null

/**
 * Whether a decision with this award may say that the renter never got the item, so that the rental ends once it takes
 * effect. Refusals: `status` (it is not out, or the renter has said themselves that they had it), `amount` (in cash
 * the deposit was then not paid either).
 */
export function decideNeverGot(
  rental: HandedOver,
  { inCash, grantedBefore }: Pick<DisputedMoney, 'inCash' | 'grantedBefore'>,
  { ownerCentavos }: Award,
): Verdict {
  if (rental.status !== 'Active')
    return refuse('status', 'The rental is not out, so it can’t end as never handed over.')
  if (saidHadIt(rental))
    return refuse(
      'status',
      'The renter confirmed the hand-over, or said that it is back, so they have had it.',
    )
  if (inCash && ownerCentavos + grantedBefore > 0)
    return refuse('amount', 'Cash is paid at the hand-over: without one there is no deposit for the owner.')
  return { ok: true }
}

/**
 * Whether the rental ends as never handed over when its owner accepts what the renter asks for. It does if the renter
 * said in this dispute that they never got the item, if they ask for no amount or at least for all that they paid
 * besides the deposit, and if `decideNeverGot` allows it.
 */
export function endsAsNeverGot(
  rental: HandedOver,
  money: Pick<DisputedMoney, 'lines' | 'inCash' | 'grantedBefore' | 'renterAsked'>,
  said: readonly { by: Speaker; kind: DisputeKind | null }[],
): boolean {
  const { renterAsked } = money
  return (
    said.some(({ by, kind }) => by === 'renter' && kind === 'not-handed-over') &&
    (renterAsked === null || renterAsked >= rentLeft(money)) &&
    decideNeverGot(rental, money, noAward).ok
  )
}

/**
 * The award when the owner accepts that the renter never got the item: the amount that the renter asks for. If they
 * ask for none, it is all that can go back of what they paid besides the deposit; in cash zero, as cash is paid only
 * at the hand-over.
 */
export const neverGotAward = (money: DisputedMoney): Award => ({
  ...noAward,
  rentCentavos: money.renterAsked ?? (money.inCash ? 0 : boundsOf(moneyOfNeverGot(money)).rent),
})

export type Settlement = {
  /** Of the deposit to the owner, and back to the renter. */
  depositToOwner: Centavos
  depositBack: Centavos
  /** What the renter gets back through the payment provider of what they paid besides the deposit. */
  rentLines: RefundLine[]
  goodwillCentavos: Centavos
  goodwillTo: Side | null
  /** What one owes the other beside all this. */
  owedCentavos: Centavos
  owedBy: Side | null
}

/**
 * What moves when a dispute ends with `award`. Never more than is held or left, whatever happened since the award was
 * decided. The rest of the deposit goes back now unless the item is still out, or (`keepsRest`) it can still be
 * claimed. In cash, the owner hands deposit and rent back, so what they give back of the rent is written down as owed.
 * Where the two agree (`isAgreed`), the owner also owes what the renter gets beyond what they paid.
 * ### Example ₱900.00 of a deposit of ₱2,000.00 claimed, and ₱1,100.00 back at once: granting ₱600.00 moves ₱600.00 to
 * the owner and ₱300.00 back.
 */
export function settlementOf(
  money: DisputedMoney,
  award: Award,
  { status, keepsRest, isAgreed = false }: { status: RentalStatus; keepsRest: boolean; isAgreed?: boolean },
): Settlement {
  const left = depositLeft(money)
  const depositToOwner = Math.min(award.ownerCentavos, left)
  const rest = left - depositToOwner
  const depositBack = money.inCash || status === 'Active' || keepsRest ? 0 : rest
  const most = Math.max(0, leftToReturn(money) - rest)
  const rentCentavos = Math.min(award.rentCentavos, rentLeft(money), most)
  const promised = isAgreed ? award.rentCentavos : Math.min(award.rentCentavos, rentLeft(money))
  const owedBack = money.inCash ? promised : isAgreed ? promised - rentCentavos : 0
  const owed = award.ownerCentavos - depositToOwner - owedBack
  const goodwill = award.goodwillTo
    ? Math.min(
        award.goodwillCentavos,
        goodwillBound(money, award.goodwillTo, { ...award, ownerCentavos: depositToOwner, rentCentavos }),
      )
    : 0
  return {
    depositToOwner,
    depositBack,
    rentLines: money.inCash ? [] : partLines(money.lines, rentCentavos),
    goodwillCentavos: goodwill,
    goodwillTo: goodwill > 0 ? award.goodwillTo : null,
    owedCentavos: Math.abs(owed),
    owedBy: owed > 0 ? 'renter' : owed < 0 ? 'owner' : null,
  }
}
