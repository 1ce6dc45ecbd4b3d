import { sql } from 'kysely'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { parsePeriod } from '#domain/period.ts'
import { waitsForReturn } from '#domain/rental/not-back.ts'
import type { RentalStatus } from '#domain/status.ts'
import type { Services } from '../context.ts'
import { awaitedEnd, isItemLost } from '../rental/queries.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { findRentalFacts, rentalEmail } from './rental-facts.ts'

/** The email to the next renter of an item that is not back; null once it is, or when their rental ended. */
async function notBackMail(
  services: Pick<Services, 'db' | 'clock'>,
  { rentalId, found }: EmailPayloads['not-back-mail'],
): Promise<EmailContent | null> {
  const facts = await findRentalFacts(services, rentalId, 'renter')
  const { rows } = await sql<{
    status: RentalStatus
    period: string
    awaitedEnd: string | null
    isItemLost: boolean
  }>`
    select r.status, r.period::text as period, ${awaitedEnd(sql.ref('r'))} as awaited_end,
      ${isItemLost(sql.ref('r'))} as is_item_lost from rental r
    where r.id = ${rentalId}`.execute(services.db)
  const row = rows[0]
  const now = services.clock.now()
  if (facts && row && found && (row.status === 'Pending' || row.status === 'Approved'))
    return rentalEmail(facts, 'renter', 'not-back', {
      subject: `${facts.title} is still out, not lost`,
      lead:
        'We told you that the renter before you never brought it back. We have undone that: they still have it, and ' +
        'your rental stays as it was. If it is not back in time, we write to you, and you can cancel then.',
    })
  if (!facts || !row || !waitsForReturn({ ...row, period: parsePeriod(row.period) }, now)) return null
  const back =
    facts.status === 'Pending'
      ? 'cancel your request'
      : facts.paymentMethod === 'online'
        ? 'get all your money back'
        : 'end the rental'
  const choices = `see what others lend on the same days, or ${back}: all three are with the rental.`
  return rentalEmail(
    facts,
    'renter',
    'not-back',
    row.isItemLost
      ? {
          subject: `${facts.title} was not returned`,
          lead:
            'The renter before you never brought it back. You can wait and see whether its owner gets it back, ' +
            choices,
        }
      : {
          subject: `${facts.title} is not back yet`,
          lead: `The renter before you still has it. You can wait for it, ${choices}`,
        },
  )
}

export const notBackEmails = { 'not-back-mail': notBackMail } satisfies Partial<EmailTemplates>
