import { sql } from 'kysely'
import { formatPeso } from '#domain/money.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { dayInManila, formatInstant, formatPeriod, parsePeriod } from '#domain/period.ts'
import { waitAgain } from '#domain/waitlist/waitlist.ts'
import type { Services } from '../context.ts'
import { rentedBy } from '../waitlist/queries.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'

const onlyOne = 'and its owner takes one booking at a time'
const causes = {
  days: 'The item is rented on these days after all',
  them: `You have rented the item for other days, ${onlyOne}`,
  other: `Somebody has rented the item for other days, ${onlyOne}`,
  gone: 'Meanwhile the item was taken off the site',
}

/**
 * The email to the first in line that days are free and held for them, null once the offer is over; or that the offer
 * is gone, null once they are offered again or do not wait any more. When the item was
 * deleted, everyone who waited gets an email that says so.
 */
async function waitlistMail(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { entryId, gone, deleted }: EmailPayloads['waitlist-mail'],
): Promise<EmailContent | null> {
  if (deleted) return deletedMail(deleted)
  const { rows } = await sql<{
    accountId: string
    title: string
    period: string
    pricePerDayCentavos: number
    offeredUntil: Date | null
    rentedBy: 'days' | 'them' | 'other' | null
  }>`select w.account_id, l.title, w.period::text as period, l.price_per_day_centavos, w.offered_until,
      ${rentedBy(dayInManila(clock.now()))} as rented_by
    from waitlist_entry w join listing l on l.id = w.listing_id
    where w.id = ${entryId} and ${
      gone ? sql`w.state = 'waiting'` : sql`w.state = 'offered' and w.offered_until > ${clock.now()}`
    }`.execute(db)
  const facts = rows[0]
  if (!facts) return null
  const days = formatPeriod(parsePeriod(facts.period))
  const who = { accountId: facts.accountId, kind: 'waitlist' as const }
  if (!facts.offeredUntil) {
    const cause = causes[facts.rentedBy ?? 'gone']
    return {
      ...who,
      subject: facts.rentedBy
        ? `${facts.title} is rented out: ${days}`
        : `The offer of ${facts.title} is over: ${days}`,
      lead: `We held these days for you. ${cause}, so the offer is over. ${waitAgain}`,
      facts: [
        { label: 'Item', value: facts.title },
        { label: 'Days', value: days },
      ],
      action: { label: 'See your waiting list', path: '/profile/waiting-list' },
    }
  }
  return {
    ...who,
    subject: `${facts.title} is free: ${days}`,
    lead: `These days are free again, and yours until ${formatInstant(facts.offeredUntil)}. Then we ask the next one.`,
    facts: [
      { label: 'Item', value: facts.title },
      { label: 'Days', value: days },
      { label: 'Price per day', value: formatPeso(facts.pricePerDayCentavos) },
    ],
    action: { label: 'Rent it', path: '/profile/waiting-list' },
  }
}

/** The email to someone who waited for days of an item that was deleted. */
function deletedMail({
  accountId,
  title,
  period,
  wasOffered,
}: NonNullable<EmailPayloads['waitlist-mail']['deleted']>): EmailContent {
  const days = formatPeriod(parsePeriod(period))
  return {
    accountId,
    kind: 'waitlist',
    subject: wasOffered ? `The offer of ${title} is over: ${days}` : `${title} is no longer listed: ${days}`,
    lead: wasOffered
      ? 'We held these days for you. Meanwhile the item was deleted, so the offer is over and you no longer wait ' +
        'for it.'
      : 'You waited for these days. The item was deleted, so you no longer wait for it.',
    facts: [
      { label: 'Item', value: title },
      { label: 'Days', value: days },
    ],
    action: { label: 'See your waiting list', path: '/profile/waiting-list' },
  }
}

export const waitlistEmails = {
  'waitlist-mail': waitlistMail,
} satisfies Partial<EmailTemplates>
