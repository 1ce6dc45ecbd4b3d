import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { CONTRADICTION_DAYS, NO_SHOW_ANSWER_HOURS } from '#domain/rental/no-show.ts'
import type { Services } from '../context.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { findRentalFacts, rentalEmail, type RentalFacts, type Words } from './rental-facts.ts'

type Payload = EmailPayloads['no-show-mail']

const contradicted = (f: RentalFacts): Words => ({
  subject: `The hand-over of ${f.title}: you contradict each other`,
  lead:
    'Each of you says that the other did not come. Please talk to each other; whoever was wrong can take it back. ' +
    `Our admins can end the rental. If nobody does, it ends after ${CONTRADICTION_DAYS} days as never handed over.`,
})

const words: Record<Payload['news'], Record<'owner' | 'renter', (f: RentalFacts) => Words>> = {
  said: {
    owner: (f) => ({
      subject: `${f.renterName} says that you did not come`,
      lead:
        `If that is wrong, please say so within ${NO_SHOW_ANSWER_HOURS} hours. If you say nothing, the rental ends, ` +
        'all that was paid goes back to them, and it counts as your withdrawal.',
    }),
    renter: (f) => ({
      subject: `${f.ownerName} says that you did not come`,
      lead:
        `If that is wrong, please say so within ${NO_SHOW_ANSWER_HOURS} hours. If you say nothing, the rental ends` +
        (f.paymentMethod === 'online' ? ', as if you had cancelled at the last moment.' : '.'),
    }),
  },
  'taken-back': {
    owner: (f) => ({
      subject: `${f.renterName} took it back: nothing is wrong with ${f.title}`,
      lead: 'They no longer say that you did not come. The rental goes on.',
    }),
    renter: (f) => ({
      subject: `${f.ownerName} took it back: nothing is wrong with ${f.title}`,
      lead: 'They no longer say that you did not come. The rental goes on.',
    }),
  },
  contradicted: { owner: contradicted, renter: contradicted },
}

/** The email to one side about what was said of the hand-over; null when the rental went on or ended meanwhile. */
async function noShowMail(
  services: Pick<Services, 'db' | 'clock'>,
  { rentalId, news, to }: Payload,
): Promise<EmailContent | null> {
  const facts = await findRentalFacts(services, rentalId, to)
  if (facts?.status !== 'Approved') return null
  const mail = rentalEmail(facts, to, 'no-show', words[news][to](facts))
  return {
    ...mail,
    action: { label: 'See what was said', path: `/profile/rental-tracker/${rentalId}/no-show` },
  }
}

export const noShowEmails = { 'no-show-mail': noShowMail } satisfies Partial<EmailTemplates>
