import { sql } from 'kysely'
import type { Debt } from '#domain/debt/debt.ts'
import { formatPeso } from '#domain/money.ts'
import type { DebtEvent, EmailPayloads } from '#domain/notification/kinds.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { Services } from '../context.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { findRentalFacts, rentalEmail, type RentalFacts, type Words } from './rental-facts.ts'

type Facts = RentalFacts & Debt

const what = ({ cause, title }: Facts) =>
  cause === 'late-fee' ? `the late fee for ${title}` : `what was decided about ${title}`

const words: Record<DebtEvent, (f: Facts) => Words> = {
  online: (f) => ({
    subject: `${f.partnerName} paid you ${formatPeso(f.centavos)} for ${f.title}`,
    lead: `It is ${what(f)}, and all of it is yours. You get it with your next payout.`,
  }),
  received: (f) => ({
    subject: `${f.partnerName} received ${formatPeso(f.centavos)} for ${f.title}`,
    lead: `They said so about ${what(f)}. You owe nothing more for it.`,
  }),
  reminder: (f) => ({
    subject: `You owe ${f.partnerName} ${formatPeso(f.centavos)} for ${f.title}`,
    lead:
      `It is ${what(f)}, and has been open for a week. Please settle it on the page below. If you have paid ` +
      `already, please ask ${f.partnerName} to say there that they have it.`,
  }),
}

/** The email to one side of a rental about what one owes the other; null when it is out of date or gone. */
async function debtMail(
  services: Pick<Services, 'db' | 'clock'>,
  { debtId, news: event, to }: EmailPayloads['debt-mail'],
): Promise<EmailContent | null> {
  const { rows } = await sql<
    Debt & { rentalId: string }
  >`select rental_id, cause, owed_by, centavos, settled_at
    from debt where id = ${debtId}`.execute(services.db)
  const debt = rows[0]
  if (!debt || (event === 'reminder' && debt.settledAt)) return null
  const facts = await findRentalFacts(services, debt.rentalId, to)
  if (!facts) return null
  const kind = debt.cause === 'late-fee' ? 'late-fee' : 'dispute'
  const mail = rentalEmail(facts, to, kind, words[event]({ ...facts, ...debt }))
  return {
    ...mail,
    action: { label: 'See what is owed', path: rentalPath(debt.rentalId, 'owed') },
  }
}

export const debtEmails = { 'debt-mail': debtMail } satisfies Partial<EmailTemplates>
