import { CLAIM_HOURS } from '../deposit/deposit.ts'
import { UNDECIDED_DAYS } from '../dispute/dispute.ts'
import { MAX_LATE_DAYS, NO_SHOW_ANSWER_HOURS, NO_SHOW_SAY_HOURS } from '../rental-limits.ts'
import { lifecycle, type RentalAction, rentalActions } from './lifecycle.ts'
import { SILENCE_HOURS } from './possession.ts'

/** What happens, and when it can. The rest of a row is read from the lifecycle itself. */
const words: Record<RentalAction, { what: string; when: string }> = {
  approve: { what: 'The request is approved', when: 'Until the time for an answer is over' },
  reject: { what: 'The request is rejected', when: 'Until it is answered' },
  activate: { what: 'The item is handed over', when: 'From the day before the first day until the last' },
  complete: { what: 'The item is returned', when: 'Once the item was handed over' },
  cancel: {
    what: 'The rental is cancelled',
    when: 'While it is pending, and when approved until the day before it starts',
  },
  'cancel-not-back': {
    what: 'The renter takes all money back',
    when: 'When the item is not back from the renter before',
  },
  withdraw: { what: 'The owner withdraws', when: 'Until the item is handed over' },
  'complete-by-code': { what: 'The return is confirmed by code', when: 'Once the item was handed over' },
  'complete-by-silence': {
    what: 'The renter says it is back, and the owner is silent',
    when: `${SILENCE_HOURS} hours later, unless a dispute is open`,
  },
  'end-not-returned': {
    what: 'The item is never returned',
    when:
      `Once the dispute is over that begins when it is ${MAX_LATE_DAYS} days late, ` +
      `after ${UNDECIDED_DAYS} days at most if we decide nothing`,
  },
  'end-never-got': {
    what: 'The renter never got the item',
    when: 'Once the owner accepts that, or a decision says so that can no longer be appealed',
  },
  expire: { what: 'The request is not answered', when: 'When the time for an answer is over' },
  lapse: {
    what: 'The item is never handed over',
    when:
      'From 12:00 of the day after the last day, once nobody can say any more that the other did not come, unless ' +
      'someone said so or a dispute is open',
  },
  'renter-no-show': {
    what: 'The renter does not come',
    when:
      `${NO_SHOW_ANSWER_HOURS} hours after the owner said so, if the renter is silent; it can be said until ` +
      `${NO_SHOW_SAY_HOURS} hours after the first day`,
  },
  'owner-no-show': {
    what: 'The owner does not come',
    when:
      `${NO_SHOW_ANSWER_HOURS} hours after the renter said so, if the owner is silent; it can be said until ` +
      `${NO_SHOW_SAY_HOURS} hours after the first day`,
  },
  release: { what: 'The order is not paid', when: 'When the time for the payment is over' },
  retake: { what: 'The payment comes late', when: 'If the days are still free' },
  'reject-by-admin': { what: 'We reject the request', when: 'Until it is answered' },
  'cancel-by-admin': { what: 'We cancel the rental', when: 'Until the item is handed over' },
  'end-by-admin': { what: 'We end the rental', when: 'Once the item was handed over' },
  'end-lost-by-admin': {
    what: 'We end the rental as lost',
    when: 'Once the item was handed over, unless a dispute is open',
  },
  'undo-activate': { what: 'We undo a hand-over', when: 'While nothing was done since that stands on it' },
  'undo-complete': { what: 'We undo a return', when: 'While nothing was done since that stands on it' },
}

const sides = { owner: 'Owner', renter: 'Renter', admin: 'Admin', system: 'By itself' } as const
const refunds = {
  all: 'All that was paid goes back',
  policy: 'What the cancellation policy says goes back',
  'no-show': 'As cancelled at the last moment; the owner keeps one day at least',
} as const

/** Every action on a rental, as the help shows it: one row for each action of the lifecycle. */
export function actionTable(): { head: string[]; rows: string[][] } {
  return {
    head: ['What happens', 'Who does it', 'Before', 'After', 'When', 'Money', 'Who is told'],
    rows: rentalActions.map((action) => {
      const { by, from, to, notifies } = lifecycle[action]
      const people = notifies.map((side) => sides[side].toLowerCase()).join(' and ')
      return [
        words[action].what,
        sides[by],
        from.join(' or '),
        to,
        words[action].when,
        moneyOf(action),
        people === '' ? 'Nobody' : `The ${people}`,
      ]
    }),
  }
}

function moneyOf(action: RentalAction): string {
  const rule = lifecycle[action]
  if (action === 'end-never-got')
    return 'The deposit goes back, less what a decision gives the owner; of the rest what it says, or all of it'
  if (action === 'cancel-by-admin') return 'All that was paid goes back, or what we say and why'
  if ('refund' in rule) return refunds[rule.refund]
  if ('choices' in rule)
    return `The owner can claim of the deposit for ${CLAIM_HOURS} hours; what we give back of the rent, we say why`
  if (rule.to === 'Completed')
    return `The owner can claim of the deposit for ${CLAIM_HOURS} hours; when it is late, its fee is fixed`
  if (action === 'activate') return 'In cash: all of it is paid now'
  if (action === 'undo-activate') return 'In cash: it counts as not paid again'
  return 'Nothing moves'
}
