import { sql } from 'kysely'
import { formatPeso } from '#domain/money.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { goesBackText } from '#domain/payment/payment.ts'
import type { Side } from '#domain/side.ts'
import { sameRecord } from '#domain/timeline/entry.ts'
import type { Services } from '../context.ts'
import { listBackByChannel } from '../refund/queries.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { findRentalFacts, rentalEmail } from './rental-facts.ts'

/** The email to one side about a goodwill payment, with its reason; null when the rental is deleted. */
async function goodwillMail(
  services: Pick<Services, 'db' | 'clock'>,
  { rentalId, head, to, goodwillId }: EmailPayloads['goodwill-mail'],
): Promise<EmailContent | null> {
  const facts = await findRentalFacts(services, rentalId, to)
  const { rows } = await sql<{ gets: Side; centavos: number; reason: string | null }>`
    select facts ->> 'to' as gets, (facts ->> 'centavos')::int as centavos, text as reason
    from rental_entry where rental_id = ${rentalId} and hash = ${head}`.execute(services.db)
  const paid = rows[0]
  if (!facts || !paid) return null
  const amount = formatPeso(paid.centavos)
  const how =
    paid.gets === 'renter'
      ? goesBackText(
          ...(goodwillId
            ? await listBackByChannel(services.db, { rentalId, reason: 'goodwill', causeId: goodwillId })
            : [{ centavos: paid.centavos, channel: facts.paymentChannel }]),
        )
      : 'You get it with your next payout.'
  const email = rentalEmail(facts, to, 'goodwill', {
    subject:
      paid.gets === to
        ? `We pay you ${amount} for ${facts.title}`
        : `We pay ${facts.partnerName} ${amount} for ${facts.title}`,
    lead:
      paid.gets === to
        ? `It is a goodwill payment of our own money. ${how} This is why:`
        : 'It is a goodwill payment of our own money, and changes nothing for you. This is why:',
  })
  return { ...email, quote: paid.reason, note: sameRecord(head) }
}

export const goodwillEmails = { 'goodwill-mail': goodwillMail } satisfies Partial<EmailTemplates>
