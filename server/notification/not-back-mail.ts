import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { waitsForReturn } from '#domain/rental/not-back.ts'
import type { Services } from '../context.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { findRentalFacts, rentalEmail, type RentalFacts, type Words } from './rental-facts.ts'

/** The email to the next renter of an item that is not back; null once it is, or when their rental ended. */
async function notBackMail(
  services: Pick<Services, 'db' | 'clock'>,
  { rentalId, found }: EmailPayloads['not-back-mail'],
): Promise<EmailContent | null> {
  const facts = await findRentalFacts(services, rentalId, 'renter')
  if (facts && found && (facts.status === 'Pending' || facts.status === 'Approved'))
    return rentalEmail(facts, 'renter', 'not-back', {
      subject: `${facts.title} is still out, not lost`,
      lead:
        'We told you that the renter before you never brought it back. We have undone that: they still have it, and ' +
        'your rental stays as it was. If it is not back in time, we write to you, and you can cancel then.',
    })
  if (!facts || !waitsForReturn(facts, services.clock.now())) return null
  const back =
    facts.status === 'Pending'
      ? 'cancel your request'
      : facts.paymentMethod === 'online'
        ? 'get all your money back'
        : 'end the rental'
  const choices = `see what others lend on the same days, or ${back}: all three are with the rental.`
  return rentalEmail(facts, 'renter', 'not-back', whyNotBack(facts, choices))
}

function whyNotBack({ title, isItemLost, isOtherHandoverContested }: RentalFacts, choices: string): Words {
  if (isItemLost)
    return {
      subject: `${title} was not returned`,
      lead:
        'The renter before you never brought it back. You can wait and see whether its owner gets it back, ' +
        choices,
    }
  if (isOtherHandoverContested)
    return {
      subject: `${title} is not free yet`,
      lead: `There is a disagreement about the rental before yours. You can wait for it, ${choices}`,
    }
  return {
    subject: `${title} is not back yet`,
    lead: `The renter before you still has it. You can wait for it, ${choices}`,
  }
}

export const notBackEmails = { 'not-back-mail': notBackMail } satisfies Partial<EmailTemplates>
