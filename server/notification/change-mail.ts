import { sql } from 'kysely'
import { addedDays, changeKindOf, changeText } from '#domain/change/change.ts'
import type { ChangeAction } from '#domain/change/change-action.ts'
import { priceOf } from '#domain/change/price-change.ts'
import { formatPeso } from '#domain/money.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { type BackByChannel, goesBackText } from '#domain/payment/payment.ts'
import { formatInstant, formatPeriod, type Period } from '#domain/period.ts'
import type { Side } from '#domain/side.ts'
import type { PaymentMethod } from '#domain/status.ts'
import { sameRecord } from '#domain/timeline/entry.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { nameFor } from '../names.ts'
import { listBackByChannel, paidBy } from '../refund/queries.ts'
import { changeColumns, type ChangeRow, readChange, type StoredChange } from '../rental/queries.ts'
import type { Services } from '../context.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { recipientOf, type Words } from './rental-facts.ts'

type Facts = {
  change: StoredChange
  title: string
  renterId: string
  renterEmail: string
  renterName: string
  ownerId: string
  ownerEmail: string
  ownerName: string
  paymentMethod: PaymentMethod
  /** How the order of the rental was paid; null in cash. */
  paymentChannel: string | null
  /** What goes back for it, by the channels of the rental's payments. */
  back: readonly BackByChannel[]
  /** The order that pays for the change. */
  orderNumber: string | null
  /** Its payment failed or went back. */
  isCancelled: boolean | null
  /** Until when the days are held for its payment. */
  holdsUntil: Date | null
  /** It ended while it could still be answered or paid. */
  endedEarly: boolean
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

function whyExpired({ orderNumber, isCancelled, endedEarly }: Facts): string {
  if (isCancelled) return 'could not be paid'
  return endedEarly ? 'ended with the hand-over' : `was not ${orderNumber ? 'paid' : 'answered'} in time`
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
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { changeId, news: action, to: side, head }: EmailPayloads['change-mail'],
): Promise<EmailContent | null> {
  const reader = { id: sql.ref<string>(side === 'owner' ? 'r.owner_id' : 'r.renter_id'), now: clock.now() }
  const { rows } = await sql<
    Omit<Facts, 'change' | 'back'> & ChangeRow
  >`select ${changeColumns}, r.title, r.renter_id,
      a.email as renter_email, ${nameFor('a', reader)} as renter_name, r.owner_id, w.email as owner_email,
      ${nameFor('w', reader)} as owner_name, o.payment_method, ${paidBy} as payment_channel,
      s.number as order_number,
      s.status = 'cancelled' as is_cancelled, s.holds_until,
      coalesce(c.ended_at < coalesce(s.holds_until, c.answer_by), false) as ended_early
    from rental_change c join rental r on r.id = c.rental_id join "order" o on o.id = r.order_id
      join account a on a.id = r.renter_id join account w on w.id = r.owner_id
      left join "order" s on s.id = c.order_id
    where c.id = ${changeId}`.execute(db)
  const write = templates[action][side]
  if (!rows[0] || !write) return null
  const { rentalId } = rows[0]
  const back = await listBackByChannel(db, { rentalId, reason: 'change', causeId: changeId })
  const facts: Facts = { ...rows[0], change: readChange(rows[0]), back }
  const until = askedUntil(action, facts)
  if (until === null || (until && until <= clock.now())) return null
  const { from, to } = facts.change
  const added = addedDays(from, to)
  return {
    ...recipientOf(facts, side),
    kind: 'change',
    ...write(facts),
    facts: [
      { label: 'Item', value: facts.title },
      { label: 'Before', value: formatPeriod(from) },
      { label: action === 'do' ? 'Now' : 'Asked for', value: formatPeriod(to) },
      ...(added ? [{ label: 'More days', value: formatPeriod(added satisfies Period) }] : []),
    ],
    action: { label: 'See the rental', path: rentalPath(facts.change.rentalId, 'change') },
    ...(head ? { note: sameRecord(head) } : {}),
  }
}

export const changeEmails = {
  'change-mail': changeMail,
} satisfies Partial<EmailTemplates>
