import { sql } from 'kysely'
import { formatPeso } from '#domain/money.ts'
import type { Side } from '#domain/side.ts'
import { CLAIM_HOURS, type DepositEvent } from '#domain/deposit/deposit.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { goesBackText } from '#domain/payment/payment.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { latePart } from '../deposit/queries.ts'
import { isByHand } from '../refund/queries.ts'
import type { Services } from '../context.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'
import { findRentalFacts, type RentalFacts } from './rental-facts.ts'

type Deposit = {
  /** An admin sends what goes back; null when nothing does, or in cash. */
  isByHand: boolean | null
  /** The charged deposit, and what was returned so far; both positive. */
  deposit: number
  returnedSoFar: number
  claimed: number | null
  reason: string | null
  answer: string | null
  granted: number | null
  /** What a late fee takes of the deposit. */
  late: number
}
type Facts = RentalFacts &
  Deposit & {
    /** What goes back now. */
    goesBack: number
  }

type Words = { subject: string; lead: string; quote?: string | null }
type Sayings = Partial<Record<Side, (f: Facts) => Words>>

const inCash = (f: Facts) => f.paymentMethod === 'cash_on_delivery'
/** Whether the rental ended without a return. */
const isLost = (f: Facts) => f.handedOverAt !== null && f.returnedAt === null
const toHandBack = (f: Facts) => f.deposit - f.returnedSoFar - (f.granted ?? f.claimed ?? 0) - f.late
const notHandedBack = (f: Facts) => formatPeso(toHandBack(f))

const isDecided = (f: Facts) => f.granted !== null
const decided = 'It is decided: see the page below.'

/** What was returned; a job of the version before has no amount. */
const returned = (f: Facts) => formatPeso(f.goesBack || f.returnedSoFar)

/** The sentence about the rest of the deposit, which goes back when a part of it is claimed. */
function restSentence(f: Facts, to: Side): string {
  if (f.goesBack === 0 || (inCash(f) && f.returnedSoFar >= f.goesBack)) return ''
  const amount = formatPeso(f.goesBack)
  if (!inCash(f))
    return to === 'renter'
      ? ` ${goesBackText({ centavos: f.goesBack, channel: f.paymentChannel, isByHand: f.isByHand ?? undefined })}`
      : ` ${amount} goes back to them.`
  return to === 'renter'
    ? ` ${f.ownerName} hands ${amount} back to you.`
    : ` Please hand ${amount} back to them, and note it in your tracker.`
}

const askForAnswer = ({ answer }: Facts) =>
  answer === null ? ' Before that you can tell your side, once, on the page below.' : ''

/** The text of each deposit event for each side. */
const words: Record<DepositEvent, Sayings> = {
  returned: {
    owner: (f) =>
      inCash(f)
        ? {
            subject: `${f.renterName} has the deposit for ${f.title} back`,
            lead: `They noted that you handed ${returned(f)} back. Thank you.`,
          }
        : {
            subject: `The deposit for ${f.title} goes back to ${f.renterName}`,
            lead:
              `You claimed ${f.claimed === null ? 'nothing' : 'no more of it'} within ${CLAIM_HOURS} hours of the ` +
              `${isLost(f) ? 'end of the rental' : 'return'}, ` +
              `so ${returned(f)} goes back to them.`,
          },
    renter: (f) => ({
      subject: `Your deposit for ${f.title} is back`,
      lead:
        `${f.ownerName} noted that they handed ${returned(f)} back to you in cash. If ` +
        'they have not, please write to us.',
    }),
  },
  'cash-due': {
    owner: (f) => ({
      subject: `Please hand the deposit for ${f.title} back`,
      lead:
        `You have ${notHandedBack(f)} of ${f.renterName} in cash, and the time to claim any of it is over. ` +
        'Once you have handed it back, please note it in your tracker.',
    }),
    renter: (f) => ({
      subject: `${f.ownerName} owes you your deposit for ${f.title}`,
      lead:
        `The time to claim any of it is over, so ${notHandedBack(f)} is to be handed back to you in cash. ` +
        'Please note it in your tracker once you have it, and write to us if you don’t get it.',
    }),
  },
  claimed: {
    owner: (f) => ({
      subject: `Your claim on the deposit for ${f.title}`,
      lead:
        (isDecided(f)
          ? decided
          : `We have your claim of ${formatPeso(f.claimed!)}, look at it, and tell you both what we decide.`) +
        restSentence(f, 'owner'),
      quote: f.reason,
    }),
    renter: (f) => ({
      subject: `${f.ownerName} claims ${formatPeso(f.claimed!)} of your deposit for ${f.title}`,
      lead:
        (isDecided(f) ? decided : `We look at it and decide.${askForAnswer(f)}`) + restSentence(f, 'renter'),
      quote: f.reason,
    }),
  },
  answered: {
    owner: (f) => ({
      subject: `${f.renterName} answered your claim on the deposit for ${f.title}`,
      lead: isDecided(f) ? decided : 'We read both sides before we decide.',
      quote: f.answer,
    }),
  },
}

/**
 * The email to one side of a rental about an event of its deposit; null when the rental is deleted, or
 * nothing is to be handed back any more.
 */
async function depositMail(
  services: Pick<Services, 'db' | 'clock'>,
  { rentalId, news: event, to, rest = 0 }: EmailPayloads['deposit-mail'],
): Promise<EmailContent | null> {
  const rental = await findRentalFacts(services, rentalId, to)
  const { rows } = await sql<Deposit>`
    select c.centavos as claimed, c.reason, c.answer, c.granted_centavos as granted,
      ${latePart} as late, m.deposit, m.returned_so_far,
      (select ${isByHand} from refund where refund.rental_id = r.id and refund.reason = 'deposit'
        and refund.centavos = ${rest}::int order by refund.created_at desc limit 1) as is_by_hand
    from rental r left join deposit_claim c on c.rental_id = r.id,
      lateral (select coalesce(sum(centavos) filter (where kind = 'deposit'), 0)::int as deposit,
        coalesce(-sum(centavos) filter (where returns = 'deposit'), 0)::int as returned_so_far
        from money_line where rental_id = r.id) m
    where r.id = ${rentalId}`.execute(services.db)
  const texts = words[event][to]
  if (!rental || !rows[0] || !texts) return null
  const facts = { ...rental, ...rows[0], goesBack: rest }
  if (event === 'cash-due' && toHandBack(facts) <= 0) return null
  return {
    accountId: facts.accountId,
    kind: 'deposit',
    ...texts(facts),
    facts: [
      { label: 'Item', value: facts.title },
      { label: 'Deposit', value: formatPeso(facts.deposit) },
      { label: 'Order', value: facts.orderNumber },
    ],
    action: { label: 'See the deposit', path: rentalPath(rentalId, 'claim') },
  }
}

export const depositEmails = {
  'deposit-mail': depositMail,
} satisfies Partial<EmailTemplates>
