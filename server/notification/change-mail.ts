import { sql } from 'kysely'
import { addedDays, changeKindOf, changeText } from '#domain/change/change.ts'
import type { ChangeAction } from '#domain/change/change-action.ts'
import { priceOf } from '#domain/change/price-change.ts'
import { formatPeso } from '#domain/money.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { type BackByChannel, goesBackText } from '#domain/payment/payment.ts'
import { formatInstant, formatPeriod, type Period } from '#domain/period.ts'
import type { Side } from '#domain/side.ts'
import { sameRecord } from '#domain/timeline/entry.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { listBackByChannel } from '../refund/queries.ts'
import { changeColumns, type ChangeRow, readChange, type StoredChange } from '../rental/queries.ts'
import type { Services } from '../context.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { findRentalFacts, type RentalFacts, type Words } from './rental-facts.ts'

type Payment = {
  /** The payment of the change failed or went back. */
  isCancelled: boolean | null
  /** Until when the days are held for its payment. */
  holdsUntil: Date | null
  /** It ended while it could still be answered or paid. */
  endedEarly: boolean
}
type Facts = RentalFacts &
  Payment & {
    change: StoredChange
    /** What goes back for it, by the channels of the rental's payments. */
    back: readonly BackByChannel[]
  }

const inCash = (f: Facts) => f.paymentMethod === 'cash_on_delivery'
const inWords = ({ change: { from, to } }: Facts) => changeText(from, to)
/** After “They would like”: `it moved to …`, `3 more days, …`. */
const wished = (f: Facts) =>
  `${changeKindOf(f.change.from, f.change.to) === 'move' ? 'it ' : ''}${inWords(f)}`

/** What a change means for the owner's money. */
function ownersMoney(f: Facts): string {
  const centavos = priceOf(f.change)
  if (centavos === 0) return 'The price stays the same.'
  const rent = formatPeso(Math.abs(f.change.rentCentavos))
  if (centavos < 0) return `${rent} less rent.`
  return inCash(f) ? `${rent} more rent, in cash.` : `${rent} more rent for you.`
}

function whyExpired({ change, isCancelled, endedEarly }: Facts): string {
  if (isCancelled) return 'could not be paid'
  return endedEarly ? 'ended with the hand-over' : `was not ${change.orderId ? 'paid' : 'answered'} in time`
}

/** The text of each action for each side; a side without one gets no email. */
const templates: Record<ChangeAction, Partial<Record<Side, (f: Facts) => Words>>> = {
  ask: {
    owner: (f) => ({
      subject: `${f.renterName} asks for other days of ${f.title}`,
      lead:
        `They would like ${wished(f)}. ${ownersMoney(f)} ` +
        `Please say yes or no by ${formatInstant(f.change.answerBy)}, or nothing changes.`,
    }),
  },
  agree: {
    renter: (f) => ({
      subject: `${f.ownerName} agreed: ${inWords(f)}`,
      lead:
        `Please pay ${formatPeso(priceOf(f.change))}${f.holdsUntil ? ` by ${formatInstant(f.holdsUntil)}` : ''}. ` +
        'The days are held for you until then, and yours once it is paid.',
    }),
  },
  decline: {
    renter: (f) => ({
      subject: `${f.ownerName} can’t change the days of ${f.title}`,
      lead: `Your rental stays as it was: ${formatPeriod(f.change.from)}.`,
    }),
  },
  withdraw: {
    owner: (f) => ({
      subject: `The days of ${f.title} stay as they were`,
      lead: `${f.renterName} took the request for other days back: ${formatPeriod(f.change.from)}.`,
    }),
    renter: (f) => ({
      subject: `The days of ${f.title} stay as they were`,
      lead: `Your rental stays as it was: ${formatPeriod(f.change.from)}.`,
    }),
  },
  expire: {
    renter: (f) => ({
      subject: `The days of ${f.title} stay as they were`,
      lead: `Your request ${whyExpired(f)}. Your rental stays as it was: ${formatPeriod(f.change.from)}.`,
    }),
    owner: (f) => ({
      subject: `The days of ${f.title} stay as they were`,
      lead:
        `The request for other days ${whyExpired(f)}. ` +
        `The rental stays as it was: ${formatPeriod(f.change.from)}.`,
    }),
  },
  do: {
    renter: (f) => ({
      subject: `${f.title} is yours from now on: ${formatPeriod(f.change.to)}`,
      lead: `The days changed: ${inWords(f)}. ${moneyWhenDone(f, 'renter')}`,
    }),
    owner: (f) => ({
      subject: `${f.title}: ${formatPeriod(f.change.to)} now`,
      lead: `The days changed: ${inWords(f)}. ${moneyWhenDone(f, 'owner')}`,
    }),
  },
}

/** What was paid, goes back, or is settled between the two. */
function moneyWhenDone(f: Facts, side: Side): string {
  const centavos = priceOf(f.change)
  if (centavos === 0) return 'The price stays the same.'
  if (inCash(f)) return `The difference of ${formatPeso(Math.abs(centavos))} is settled between you in cash.`
  if (side === 'owner') return ownersMoney(f)
  if (centavos > 0) return `You paid ${formatPeso(centavos)}.`
  return goesBackText(...(f.back.length > 0 ? f.back : [{ centavos: -centavos, channel: f.paymentChannel }]))
}

/** Until when an email's question can be answered: null once it was, undefined where it asks nothing. */
function askedUntil(action: ChangeAction, { change, holdsUntil }: Facts): Date | null | undefined {
  if (action === 'ask') return change.state === 'asked' ? change.answerBy : null
  if (action === 'agree') return change.state === 'paying' ? holdsUntil : null
  return undefined
}

/**
 * The email to one side of a rental about a change of its days; null when the change no longer exists, the side gets
 * none about this action, or what it asks for is over.
 */
async function changeMail(
  services: Pick<Services, 'db' | 'clock'>,
  { changeId, news: action, to: side, head }: EmailPayloads['change-mail'],
): Promise<EmailContent | null> {
  const { rows } = await sql<ChangeRow & Payment>`select ${changeColumns},
      s.status = 'cancelled' as is_cancelled, s.holds_until,
      coalesce(c.ended_at < coalesce(s.holds_until, c.answer_by), false) as ended_early
    from rental_change c left join "order" s on s.id = c.order_id
    where c.id = ${changeId}`.execute(services.db)
  const write = templates[action][side]
  if (!rows[0] || !write) return null
  const { rentalId } = rows[0]
  const rental = await findRentalFacts(services, rentalId, side)
  if (!rental) return null
  const back = await listBackByChannel(services.db, { rentalId, reason: 'change', causeId: changeId })
  const facts: Facts = { ...rental, ...rows[0], change: readChange(rows[0]), back }
  const until = askedUntil(action, facts)
  if (until === null || (until && until <= rental.now)) return null
  const { from, to } = facts.change
  const added = addedDays(from, to)
  return {
    accountId: facts.accountId,
    kind: 'change',
    ...write(facts),
    facts: [
      { label: 'Item', value: facts.title },
      { label: 'Before', value: formatPeriod(from) },
      { label: action === 'do' ? 'Now' : 'Asked for', value: formatPeriod(to) },
      ...(added ? [{ label: 'More days', value: formatPeriod(added satisfies Period) }] : []),
    ],
    action: { label: 'See the rental', path: rentalPath(rentalId, 'change') },
    ...(head ? { note: sameRecord(head) } : {}),
  }
}

export const changeEmails = {
  'change-mail': changeMail,
} satisfies Partial<EmailTemplates>
