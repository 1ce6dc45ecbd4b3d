import { formatPeso } from '#domain/money.ts'
import type { DepositStatus } from '#domain/deposit/deposit.ts'
import { CLAIM_HOURS } from '#domain/deposit/deposit.ts'
import { formatInstant } from '#domain/period.ts'
import type { Side } from '#domain/side.ts'
import { endSentence } from '#domain/text.ts'

/**
 * The status of a deposit, in one or two sentences for one of its people.
 * ### Example For the renter of a tent that is back: `Your deposit of ₱500.00 goes back to you on Nov 23, 2026, 10:15
 * AM, unless Olivia Santos claims a part of it by then.`
 */
export function depositWords(deposit: DepositStatus, view: Side, partner: string): string {
  const { centavos, lateCentavos, grantedCentavos, leftCentavos } = deposit
  const texts = words[deposit.is][view]
  const back = handBack(deposit, view, partner)
  // A claim that is decided left a rest, which can still be claimed, or goes back now.
  if (grantedCentavos > 0 && isRest(deposit)) {
    const granted = words.decided[view](deposit, partner)
    return `${granted} ${texts({ ...deposit, centavos: leftCentavos }, partner)} ${back}`.trim()
  }
  if (lateCentavos === 0) return `${texts(deposit, partner)} ${back}`.trim()
  const late = `${peso(lateCentavos)} of ${view === 'owner' ? 'the' : 'your'} deposit is for the late fee.`
  const isClaim = deposit.is === 'claimed' || deposit.is === 'decided'
  const rest = isClaim ? deposit : { ...deposit, centavos: centavos - lateCentavos }
  return `${late} ${rest.centavos > 0 ? texts(rest, partner) : ''} ${back}`.replaceAll(/ {2,}/g, ' ').trim()
}

const isRest = ({ is }: DepositStatus) => is === 'claimable' || is === 'waits' || is === 'due'

type Say = (deposit: DepositStatus, partner: string) => string
const peso = formatPeso
const by = ({ until }: DepositStatus) => formatInstant(until!)

const words: Record<DepositStatus['is'], Record<Side, Say>> = {
  ahead: {
    owner: ({ centavos }) => `With a deposit of ${peso(centavos)}.`,
    renter: ({ centavos }) => `With a deposit of ${peso(centavos)}, which comes back after the return.`,
  },
  out: {
    owner: ({ centavos, inCash }) =>
      inCash ? `You have a deposit of ${peso(centavos)} in cash.` : `A deposit of ${peso(centavos)} is held.`,
    renter: ({ centavos, inCash }, partner) =>
      inCash
        ? `${partner} has your deposit of ${peso(centavos)} in cash until the return.`
        : `Your deposit of ${peso(centavos)} is held until ${CLAIM_HOURS} hours after the return.`,
  },
  claimable: {
    owner: (deposit) =>
      deposit.inCash
        ? `You have a deposit of ${peso(deposit.centavos)} in cash. Please hand it back, or claim a ` +
          `part of it until ${by(deposit)}.`
        : `The deposit of ${peso(deposit.centavos)} goes back on ${by(deposit)}, unless you claim a ` +
          'part of it by then.',
    renter: (deposit, partner) =>
      deposit.inCash
        ? `${partner} hands your deposit of ${peso(deposit.centavos)} back to you, unless they ` +
          `claim a part of it by ${by(deposit)}.`
        : `Your deposit of ${peso(deposit.centavos)} goes back to you on ${by(deposit)}, unless ` +
          `${partner} claims a part of it by then.`,
  },
  waits: {
    owner: ({ centavos, inCash, until }) =>
      `${inCash ? `Please keep the deposit of ${peso(centavos)}` : `The deposit of ${peso(centavos)} stays held`} ` +
      'until the decision about this rental is final.' +
      (until ? ' After that you can claim a part of it, in the rest of your time for a claim.' : ''),
    renter: ({ centavos, inCash, until }, partner) =>
      (inCash
        ? `${partner} keeps your deposit of ${peso(centavos)} until the decision about this rental is final. `
        : `Your deposit of ${peso(centavos)} stays held until the decision about this rental is final. `) +
      (until
        ? `After that it goes back to you, unless ${partner} claims a part of it in time.`
        : 'After that what is left of it goes back to you.'),
  },
  due: {
    owner: ({ centavos, inCash }) => (inCash ? '' : `The deposit of ${peso(centavos)} goes back now.`),
    renter: ({ centavos, inCash }) =>
      inCash ? '' : `Your deposit of ${peso(centavos)} goes back to you now.`,
  },
  claimed: {
    owner: ({ centavos, claimedCentavos, award }) =>
      `You claim ${peso(claimedCentavos)} of the deposit of ${peso(centavos)}. ${decided(award)}`,
    renter: ({ centavos, claimedCentavos, award }, partner) =>
      `${partner} claims ${peso(claimedCentavos)} of your deposit of ${peso(centavos)}. ${decided(award)}`,
  },
  decided: {
    owner: ({ claimedCentavos, grantedCentavos }) =>
      `Of the ${peso(claimedCentavos)} you claimed, ${peso(grantedCentavos)} is yours.`,
    renter: ({ claimedCentavos, grantedCentavos }, partner) =>
      endSentence(`Of the ${peso(claimedCentavos)} claimed, ${peso(grantedCentavos)} went to ${partner}`),
  },
  back: {
    owner: ({ centavos }) => `The deposit of ${peso(centavos)} went back.`,
    renter: ({ centavos }) => `Your deposit of ${peso(centavos)} went back to you.`,
  },
}

function decided(award: DepositStatus['award']): string {
  if (!award) return 'We look at it and decide.'
  return `We granted ${peso(award.centavos)}, from ${formatInstant(award.at)} on unless one of you appeals.`
}

/** What the owner still has to hand back, once nothing else is open. */
function handBack({ is, inCash, returnableCentavos }: DepositStatus, view: Side, partner: string): string {
  if (!inCash || returnableCentavos === 0 || is === 'claimable') return ''
  const amount = peso(returnableCentavos)
  return view === 'owner'
    ? endSentence(`Please hand ${amount} back to ${partner}`)
    : `${partner} is to hand ${amount} back to you.`
}
