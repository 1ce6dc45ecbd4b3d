import { formatPeso } from '../money.ts'
import { daysText } from '../pricing/pricing.ts'
import type { RentalAction } from '../rental/lifecycle.ts'
import { formatPeriod } from '../period.ts'
import { changeText } from '../change/change.ts'
import type { ChangeAction } from '../change/change-action.ts'
import type { EntryFacts, EntrySide } from './entry.ts'
import type { Side } from '../side.ts'

/** The people of an entry as its reader knows them: "You", a name, or the site. */
export type EntryPeople = { by: string; renter: string; owner: string }

type Said = (people: EntryPeople, facts: EntryFacts) => string

/** What an admin who ended a rental chose to give back, as its entry has it. */
function givenBack({ renter }: EntryPeople, { refund, centavos }: EntryFacts): string {
  if (refund === undefined || refund === 'nothing') return ''
  const why = { policy: ', as the cancellation policy says', 'no-show': ', as when a renter does not come' }
  return ` ${formatPeso(Number(centavos))} goes back to ${inside(renter)}${why[refund as 'policy'] ?? ''}.`
}

const ofActions: Record<RentalAction, Said> = {
  approve: ({ by }) => `${by} approved the request.`,
  reject: ({ by }) => `${by} rejected the request.`,
  activate: ({ by, renter }, { proof }) =>
    proof === 'both'
      ? `${renter} showed the code and ${inside(by)} entered it: you both confirmed the handover.`
      : `${by} marked it as handed over.`,
  complete: ({ by }, { proof }) =>
    proof === 'both' ? `${by} confirmed that it is back.` : `${by} marked it as returned.`,
  'complete-by-code': ({ by, owner }) =>
    `${owner} showed the code and ${inside(by)} entered it: you both confirmed the return.`,
  'complete-by-silence': ({ owner }) => `${owner} did not object in 48 hours: it counts as returned.`,
  'end-not-returned': () => 'It was never returned, and the dispute about it is over. The rental ended.',
  'end-never-got': ({ renter }) =>
    `The dispute is over: ${inside(renter)} never got it. The rental ended as never handed over.`,
  cancel: ({ by }) => `${by} cancelled the rental.`,
  'cancel-not-back': ({ by }) => `${by} ended the rental, as the item was not back in time.`,
  withdraw: ({ by }) => `${by} withdrew from the rental.`,
  'renter-no-show': ({ renter }) =>
    `Nobody contradicted that the renter did not come (${renter}). The rental ended.`,
  'owner-no-show': ({ owner }) =>
    `Nobody contradicted that the owner did not come (${owner}). The rental ended.`,
  expire: () => 'The request was not answered in time and ended.',
  lapse: () => 'It was never handed over, and the rental ended.',
  release: () => 'The order was not paid and ended.',
  retake: () => 'The payment came late, and the dates were still free.',
  'reject-by-admin': ({ by }) => `${by} rejected the request.`,
  'cancel-by-admin': (people, facts) => `${people.by} cancelled the rental.${givenBack(people, facts)}`,
  'end-by-admin': (people, facts) => `${people.by} marked it as returned.${givenBack(people, facts)}`,
  'end-lost-by-admin': (people, facts) =>
    `${people.by} ended the rental as lost: it was never returned.${givenBack(people, facts)}`,
  'undo-activate': ({ by }) => `${by} undid the handover.`,
  'undo-complete': ({ by }) => `${by} undid the return.`,
}

const ofLateness: Record<LateEntry, Said> = {
  'say-no-show': ({ by }) => `${by} said that the other did not come.`,
  'take-back-no-show': ({ by }) => `${by} took back that the other did not come.`,
  'fix-late-fee': (_, { days, centavos, back }) => {
    const late = `${daysText(Number(days))} late: ${formatPeso(Number(centavos))}.`
    return back === false ? `It was never returned, and counts as ${late}` : `It came back ${late}`
  },
  'waive-late-fee': ({ by }, { waived }) =>
    waived === 'all'
      ? `${by} waived the late fee.`
      : `${by} waived ${formatPeso(Number(waived))} of the late fee.`,
  'object-late-fee': ({ by }) => `${by} objected to the late fee.`,
  'take-late-fee': () => 'The late fee is final.',
  'not-returned': () => 'It counts as not returned.',
}

/** What is written about late returns, and about who did not come. */
type LateEntry =
  | 'say-no-show'
  | 'take-back-no-show'
  | `${'fix' | 'waive' | 'object' | 'take'}-late-fee`
  | 'not-returned'
const ofDisputes = {
  'dispute-open': ({ by }) => `${by} reported a problem.`,
  'dispute-answer': ({ by }) => `${by} answered.`,
  'dispute-accept': ({ by }, { accepts }) =>
    accepts === 'decision' ? `${by} accepted the decision.` : `${by} accepted what was asked for.`,
  'dispute-appeal': ({ by }) => `${by} appealed against the decision.`,
  'dispute-decide': ({ by, renter }, { round, neverGot }) =>
    `${by} decided on the ${round === 2 ? 'appeal' : 'problem'}${neverGot ? `: ${inside(renter)} never got it` : ''}.`,
  'dispute-close': () => 'The dispute ended.',
} satisfies Record<string, Said>

/** The days of a change, as its entry has them. */
function changedDays({ from, until, newFrom, newUntil }: EntryFacts): string {
  const days = (start: unknown, end: unknown) => ({ start: String(start), end: String(end) })
  return changeText(days(from, until), days(newFrom, newUntil))
}

const ofChanges: Record<`${ChangeAction}-change`, Said> = {
  'ask-change': ({ by }, facts) => `${by} asked for other days: ${changedDays(facts)}.`,
  'agree-change': ({ by }, facts) => `${by} agreed to other days, once they are paid: ${changedDays(facts)}.`,
  'decline-change': ({ by }, facts) => `${by} declined other days: ${changedDays(facts)}.`,
  'withdraw-change': (_, facts) => `The request for other days was taken back: ${changedDays(facts)}.`,
  'expire-change': (_, facts) => `The request for other days ended: ${changedDays(facts)}.`,
  'do-change': (_, facts) => `The days of the rental changed: ${changedDays(facts)}.`,
}

const ofDebts = {
  'pay-debt': ({ renter }, { centavos }) =>
    `${renter} paid online what was owed: ${formatPeso(Number(centavos))}.`,
  'receive-debt': ({ by }, { centavos }) => `${by} received what was owed: ${formatPeso(Number(centavos))}.`,
} satisfies Record<string, Said>

/** What each kind of entry says: the actions of the lifecycle, and what else is written into a timeline. */
const texts = {
  ...ofActions,
  ...ofLateness,
  ...ofDisputes,
  ...ofChanges,
  request: ({ by }, { from, until, delivery }) =>
    `${by} asked for it, ${delivery === 'delivery' ? 'to be delivered' : 'to be picked up'}: ` +
    `${formatPeriod({ start: String(from), end: String(until) })}.`,
  ...ofDebts,
  'pay-goodwill': ({ by, renter, owner }, { to, centavos }) =>
    `${by} pays ${inside(to === 'owner' ? owner : renter)} ${formatPeso(Number(centavos))} of its own money.`,
  'change-delivery': ({ by }) => `${by} wrote where it is delivered.`,
  check: ({ by }, { direction }) =>
    `${by} wrote down how it is ${direction === 'back' ? 'at the return' : 'at the handover'}.`,
  'confirm-handover': ({ by }) => `${by} confirmed the handover.`,
  'object-handover': ({ by }) => `${by} objected: it was not handed over like that.`,
  'confirm-return': ({ by }) => `${by} confirmed the return.`,
  'object-return': ({ by }) => `${by} objected: it was not returned like that.`,
  'say-returned': ({ by }) => `${by} said that it was brought back.`,
  'object-brought-back': ({ by }) => `${by} objected: it is not back.`,
} satisfies Record<string, Said>

export type EntryKind = keyof typeof texts

/** An entry in plain words. A kind that this version doesn't know, written by a newer one, is named as it is. */
export function entryText(kind: string, people: EntryPeople, facts: EntryFacts): string {
  const said: Said | undefined = Object.hasOwn(texts, kind) ? texts[kind as EntryKind] : undefined
  return said ? said(people, facts) : `${people.by}: ${kind}.`
}

/** A name inside a sentence. */
const inside = (who: string) => (who === 'You' ? 'you' : who)

/** Who an entry comes from, as one of the rental's two people reads it. */
export function entryPeople(
  side: EntrySide,
  { viewer, partner, site }: { viewer: Side; partner: string; site: string },
): EntryPeople {
  const of = (who: Side) => (who === viewer ? 'You' : partner)
  const by = side === 'renter' || side === 'owner' ? of(side) : site
  return { by, renter: of('renter'), owner: of('owner') }
}
