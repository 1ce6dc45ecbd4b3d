import { type Centavos, formatPeso } from '#domain/money.ts'
import { formatInstant } from '#domain/period.ts'
import { type Word } from '#domain/handover/word.ts'
import { WORD_OBJECT_HOURS, SILENCE_HOURS } from '#domain/rental/possession.ts'
import { type RefundChoice, type RentalAction } from '#domain/rental/lifecycle.ts'
import { type BackByChannel, goesBackText } from '#domain/payment/payment.ts'
import type { Side } from '#domain/side.ts'
import type { RentalStatus } from '#domain/status.ts'
import { capital, endSentence } from '#domain/text.ts'
import { deadlineText } from './deadline-text.ts'
import { claimText, complainText, depositText, lostDepositText } from './deposit-words.ts'
import type { RentalFacts, Words } from './rental-facts.ts'

/** The data of a rental for the emails about its actions. */
export type MailFacts = RentalFacts & {
  /** What the action refunds, in centavos; `refundedCentavos` also has what went back before it. */
  backCentavos: Centavos
  /** The same, by the channels of the payments. */
  back: readonly BackByChannel[]
  /** The action undoes an end as lost; whether that resumed the listing. */
  found?: 'resumed' | 'kept'
  /** The last day is over: it can no longer be handed over. */
  isLastDayOver: boolean
  /** Nothing can be reported of the hand-over any more: the next sweep ends it. */
  isLapsing: boolean
  /** The open question to its renter or owner. */
  word: Word | null
}

/** What an undone end of a rental had said. */
const undoneEnd = ({ found }: MailFacts) =>
  found
    ? 'It had ended as never returned, and we have undone that.'
    : 'It was marked as returned, and we have undone that.'

/** What is to do about a rental whose hand-over was undone. */
const afterUndone = ({ isLastDayOver, isLapsing }: MailFacts, to: Side) => {
  if (isLapsing) return 'Its last day has passed, so it ends as never handed over.'
  if (isLastDayOver)
    return 'Its last day has passed, so it ends as never handed over, unless one of you reports a problem.'
  return to === 'owner'
    ? 'Please mark it as active when the renter gets it.'
    : 'Your rental is approved, as before.'
}

/** What of a rental's rent stays with its owner; in cash, or for an order that was never paid, nothing was paid. */
const keptRent = (f: MailFacts) => (f.isPaidOnline ? f.rentLeftCentavos : 0)

const backText = (f: MailFacts) => {
  // A job of the version before may tell of money for which no refund has this reason.
  const unknown = [{ centavos: f.backCentavos, channel: f.paymentChannel }]
  if (f.backCentavos > 0) return goesBackText(...(f.back.length > 0 ? f.back : unknown))
  return keptRent(f) > 0 ? 'Nothing goes back to you.' : 'There is nothing to pay.'
}

const keptText = (f: MailFacts) =>
  keptRent(f) > 0 ? `${formatPeso(keptRent(f))} of the rent stays with them. ${backText(f)}` : backText(f)

/** That days can be rented again, unless they have passed or are taken again when the email is sent. */
const freeAgain = ({ datesAreFree }: RentalFacts) => (datesAreFree ? ' Its dates are free again.' : '')

/** That days stay blocked after their owner did not come, unless they have passed or the owner has freed them. */
const stayBlocked = ({ isLastDayOver, datesAreFree }: MailFacts) =>
  isLastDayOver || datesAreFree
    ? ''
    : ' The days that are left stay blocked in your calendar; you can free them there.'

/** What became of a rental that ended before the hand-over, for its owner. */
const endedText = (f: MailFacts) => {
  const kept = keptRent(f)
  if (kept === 0 && !f.isPaidOnline) return f.datesAreFree ? 'Its dates are free again.' : 'Nothing was paid.'
  const money =
    kept > 0 ? `${formatPeso(kept)} of the rent stays with you.` : 'what was paid goes back to the renter.'
  return f.datesAreFree ? `Its dates are free again, and ${money}` : capital(money)
}

/** Why a rental had to wait for its item, for its owner; a disagreement about the rental before names nobody. */
const whyNotBack = ({ isOtherHandoverContested }: RentalFacts) =>
  isOtherHandoverContested
    ? 'It was not free because of a disagreement about the rental before'
    : 'It was not back from the renter before'

/** The actions after which a renter is shown what others lend on the same days. */
export const showsOthers = new Set(['withdraw', 'owner-no-show'])

const pausedText =
  ' We have paused its listing, so that nobody books what you don’t have. If it turns up, you can resume the listing.'

/** What an admin who ended a rental chose to give back, and why; all null for any other action. */
export type Ended = { refund: RefundChoice | null; backCentavos: Centavos | null; reason: string | null }
export const nobodyChose: Ended = { refund: null, backCentavos: null, reason: null }
const partBack = ({ refund, backCentavos }: Ended, to: string) =>
  refund && refund !== 'nothing'
    ? ` ${formatPeso(backCentavos ?? 0)} of what was paid goes back to ${to}.`
    : ''

export type MailedAction = RentalAction | 'request' | 'change-delivery'

/** Whoever was not there when the owner alone said it is asked. */
const askToConfirm = ({ word, now }: MailFacts, about: Word['about']) =>
  word?.about === about
    ? ` Please confirm it on the page of your rental, or object ${deadlineText(WORD_OBJECT_HOURS, word.until, now)}.`
    : ''

const askToAnswer = ({ status, answerBy }: MailFacts) =>
  status === 'Pending'
    ? ` Please approve or reject${answerBy ? ` by ${formatInstant(answerBy)}` : ''}, or it is rejected by itself.`
    : ''

/** What a renter in cash has to prepare; the confirmation of an order is sent whatever became of the rental. */
function toPrepare(status: RentalStatus): string {
  if (status === 'Rejected' || status === 'Cancelled')
    return `It is ${status} now, so there is nothing to pay.`
  if (status === 'Active' || status === 'Completed') return 'You pay in cash when you get the item.'
  return 'Please prepare your payment: you pay in cash when you get the item.'
}

/** The subject and the lead of the email about each action, for each side. `request` is the order itself. */
export const rentalWords: Record<
  MailedAction,
  Partial<Record<Side, (f: MailFacts, ended: Ended) => Words>>
> = {
  request: {
    owner: (f) => ({
      subject: `${f.renterName} would like to rent your ${f.title}`,
      lead: `${f.renterName} asks to rent it.${askToAnswer(f)}`,
    }),
    renter: (f) => ({
      subject: `Your request for ${f.title}`,
      lead: `${endSentence(`We have asked ${f.ownerName}`)} ${
        f.paymentMethod === 'online'
          ? 'Your payment has arrived; it goes back to you in full if they can’t lend it.'
          : toPrepare(f.status)
      }`,
    }),
  },
  approve: {
    renter: (f) => ({
      subject: `${f.ownerName} approved your rental of ${f.title}`,
      lead: 'It’s yours for these days.',
    }),
  },
  reject: {
    renter: (f) => ({
      subject: `${f.ownerName} can’t lend you ${f.title} this time`,
      lead: backText(f),
    }),
  },
  'change-delivery': {
    owner: (f) => ({
      subject: `${f.renterName} changed where ${f.title} is delivered`,
      lead: 'The tracker shows you the new address. Please look before you set out.',
    }),
  },
  activate: {
    renter: (f) => ({
      subject: `You have ${f.title} now`,
      lead:
        f.status === 'Active'
          ? `Enjoy it, and bring it back on its last day.${askToConfirm(f, 'handover')}`
          : 'It was handed over to you.',
    }),
  },
  complete: {
    renter: (f) => ({
      subject: `${f.title} is back with ${f.ownerName}`,
      lead: `Thank you for borrowing with care.${depositText(f)}${askToConfirm(f, 'return')}`,
    }),
  },
  cancel: {
    owner: (f) => ({
      subject: `${f.renterName} cancelled the rental of ${f.title}`,
      lead: endedText(f),
    }),
  },
  'complete-by-code': {
    renter: (f) => ({
      subject: `${f.title} is back with ${f.ownerName}`,
      lead: `You both confirmed it. Thank you for borrowing with care.${depositText(f)}`,
    }),
    owner: (f) => ({
      subject: `You have ${f.title} back`,
      lead: `You both confirmed it.${complainText(f)}`,
    }),
  },
  'complete-by-silence': {
    renter: (f) => ({
      subject: `${f.title} counts as returned`,
      lead: `${f.ownerName} did not object in ${SILENCE_HOURS} hours.${depositText(f)}`,
    }),
    owner: (f) => ({
      subject: `${f.title} counts as returned`,
      lead:
        `${f.renterName} said that it is back, and you did not object in ${SILENCE_HOURS} hours.` +
        claimText(f),
    }),
  },
  expire: {
    renter: (f) => ({
      subject: `Your request for ${f.title} was not answered`,
      lead: backText(f),
    }),
    owner: (f) => ({
      subject: `The request for ${f.title} has ended`,
      lead: 'It was not answered in time, so it was rejected by itself.',
    }),
  },
  'cancel-not-back': {
    owner: (f) => ({
      subject: `${f.renterName} ended the rental of ${f.title}`,
      lead:
        `${whyNotBack(f)}${f.backCentavos > 0 ? ', so all that they paid goes back to them' : ''}.` +
        freeAgain(f),
    }),
  },
  withdraw: {
    renter: (f) => ({
      subject: `${f.ownerName} can’t lend you ${f.title} after all`,
      lead: `We are sorry. ${backText(f)} Here is what others lend on the same days.`,
    }),
  },
  'renter-no-show': {
    renter: (f) => ({
      subject: `Your rental of ${f.title} has ended`,
      lead: `${f.ownerName} said that you did not come, and you did not object within 24 hours. ${keptText(f)}`,
    }),
    owner: (f) => ({
      subject: `The rental of ${f.title} has ended`,
      lead:
        `You said that ${f.renterName} did not come, and they did not object. ` +
        (f.paymentMethod === 'online'
          ? `${formatPeso(f.rentLeftCentavos)} of the rent stays with you.`
          : 'Nothing was paid, so nothing is taken.'),
    }),
  },
  'owner-no-show': {
    renter: (f) => ({
      subject: `Your rental of ${f.title} has ended`,
      lead:
        `${f.ownerName} did not object when you said that they did not come. ${backText(f)} Here is ` +
        'what others lend on the same days.',
    }),
    owner: (f) => ({
      subject: `The rental of ${f.title} has ended`,
      lead:
        `${f.renterName} said that you did not come, and you did not object within 24 hours. It counts as ` +
        `your withdrawal.${stayBlocked(f)}`,
    }),
  },
  release: {},
  retake: {},
  lapse: {
    renter: (f) => ({
      subject: `Your rental of ${f.title} has ended`,
      lead: `It was never handed over. ${backText(f)}`,
    }),
    owner: (f) => ({
      subject: `The rental of ${f.title} has ended`,
      lead: 'It was never marked as handed over. If the renter got it, please write to us.',
    }),
  },
  'reject-by-admin': {
    renter: (f) => ({
      subject: `Your request for ${f.title} can’t go ahead`,
      lead: `We had to end it. ${backText(f)}`,
    }),
    owner: (f) => ({
      subject: `The request for ${f.title} can’t go ahead`,
      lead: `We had to end it. ${endedText(f)}`,
    }),
  },
  'cancel-by-admin': {
    renter: (f) => ({
      subject: `Your rental of ${f.title} was cancelled`,
      lead: `We had to cancel it. ${keptText(f)}`,
    }),
    owner: (f) => ({
      subject: `The rental of ${f.title} was cancelled`,
      lead: `We had to cancel it. ${endedText(f)}`,
    }),
  },
  'end-by-admin': {
    renter: (f, ended) => ({
      subject: `Your rental of ${f.title} has ended`,
      lead: `We marked it as returned.${partBack(ended, 'you')}${depositText(f)}`,
    }),
    owner: (f, ended) => ({
      subject: `The rental of ${f.title} has ended`,
      lead:
        `We marked it as returned.${partBack(ended, 'the renter')}` +
        (claimText(f) || ' If something is wrong with it, please write to us.'),
    }),
  },
  'end-lost-by-admin': {
    renter: (f, ended) => ({
      subject: `Your rental of ${f.title} has ended without a return`,
      lead: `We ended it as lost: it counts as never returned.${partBack(ended, 'you')}${lostDepositText(f)}`,
    }),
    owner: (f, ended) => ({
      subject: `The rental of ${f.title} has ended without a return`,
      lead:
        `We ended it as lost: it counts as never returned.${partBack(ended, 'the renter')}` +
        claimText(f) +
        pausedText,
    }),
  },
  'end-not-returned': {
    renter: (f) => ({
      subject: `Your rental of ${f.title} has ended without a return`,
      lead: `It counts as never returned, and the dispute about it is over.${lostDepositText(f)}`,
    }),
    owner: (f) => ({
      subject: `The rental of ${f.title} has ended without a return`,
      lead: `It counts as never returned, and the dispute about it is over.${claimText(f)}${pausedText}`,
    }),
  },
  'end-never-got': {
    renter: (f) => ({
      subject: `Your rental of ${f.title} has ended`,
      lead:
        'The dispute about it is over: you never got it. ' +
        (f.backCentavos > 0 ? backText(f) : 'You have nothing to bring back.'),
    }),
    owner: (f) => ({
      subject: `The rental of ${f.title} has ended`,
      lead: `The dispute about it is over: ${f.renterName} never got it.${freeAgain(f)}`,
    }),
  },
  'undo-activate': {
    renter: (f) => ({
      subject: `${f.title} has not been handed over yet`,
      lead: `It was marked as handed over, and we have undone that. ${afterUndone(f, 'renter')}`,
    }),
    owner: (f) => ({
      subject: `${f.title} has not been handed over yet`,
      lead: `It was marked as handed over, and we have undone that. ${afterUndone(f, 'owner')}${
        f.paymentMethod === 'cash_on_delivery' ? ' Nothing counts as collected in cash.' : ''
      }`,
    }),
  },
  'undo-complete': {
    renter: (f) => ({
      subject: `${f.title} has not been returned yet`,
      lead: `${undoneEnd(f)} Your rental goes on until the owner has it back.`,
    }),
    owner: (f) => ({
      subject: `${f.title} has not been returned yet`,
      lead: `${undoneEnd(f)} Please mark it as returned when you have it back.${
        f.found === 'resumed' ? ' Its listing is no longer paused.' : ''
      }`,
    }),
  },
}
