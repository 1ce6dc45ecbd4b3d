import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { openWord } from '#domain/handover/word.ts'
import { SILENCE_HOURS } from '#domain/rental/possession.ts'
import type { Side } from '#domain/side.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { Services } from '../context.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { deadlineText } from './deadline-text.ts'
import { findRentalFacts, rentalEmail, type RentalFacts, type Words } from './rental-facts.ts'

/**
 * The email about what one side said about a handover or a return; null when the rental is deleted, or when there is
 * nothing to answer any more.
 */
async function handoverMail(
  services: Pick<Services, 'db' | 'clock'>,
  { rentalId, news: event, to }: EmailPayloads['handover-mail'],
): Promise<EmailContent | null> {
  const facts = await findRentalFacts(services, rentalId, to)
  if (!facts) return null
  const words = event === 'brought-back' ? broughtBack(facts) : objected(facts, to)
  if (!words) return null
  const action = { label: 'See the rental', path: rentalPath(rentalId) }
  return { ...rentalEmail(facts, to, 'handover', words), action }
}

function broughtBack(f: RentalFacts): Words | null {
  const word = openWord(f, f.now)
  if (word?.about !== 'brought-back') return null
  return {
    subject: `${f.renterName} says that ${f.title} is back`,
    lead:
      `Please confirm it on the page of the rental, or object ${deadlineText(SILENCE_HOURS, word.until, f.now)}. ` +
      'After that it counts as returned.',
  }
}

function objected(f: RentalFacts, to: Side): Words | null {
  if (!hasObjected[to](f)) return null
  return {
    subject: `${f.partnerName} objects to what you said about ${f.title}`,
    lead: 'What they say is on the page of the rental. Please write to each other first.',
  }
}

/** Whether an objection of the other side to what a side said still counts. */
const hasObjected: Record<Side, (f: RentalFacts) => boolean> = {
  owner: (f) =>
    (f.status === 'Active' && f.handoverObjectedAt !== null) ||
    (f.status === 'Completed' && f.returnObjectedAt !== null),
  renter: (f) => f.status === 'Active' && f.broughtBackObjectedAt !== null,
}

export const handoverEmails = {
  'handover-mail': handoverMail,
} satisfies Partial<EmailTemplates>
