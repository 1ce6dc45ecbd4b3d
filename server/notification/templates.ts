import { accountEmails } from './account-mail.ts'
import { adminEmails } from './admin-mail.ts'
import { changeEmails } from './change-mail.ts'
import { contactEmails } from './contact-mail.ts'
import { debtEmails } from './debt-mail.ts'
import { depositEmails } from './deposit-mail.ts'
import { disputeEmails } from './dispute-mail.ts'
import { goodwillEmails } from './goodwill-mail.ts'
import { lateEmails } from './late-mail.ts'
import { logInEmails } from './log-in-mail.ts'
import { messageEmails } from './message-mail.ts'
import { moderationEmails } from './moderation-mail.ts'
import { noShowEmails } from './no-show-mail.ts'
import { notBackEmails } from './not-back-mail.ts'
import { passwordEmails } from './password-mail.ts'
import { paymentEmails } from './payment-mail.ts'
import { proposalEmails } from './proposal-mail.ts'
import { reminderEmails } from './reminder-mail.ts'
import { handoverEmails } from './handover-mail.ts'
import { rentalEmails } from './rental-mail.ts'
import { reportEmails } from './report-mail.ts'
import { safetyEmails } from './safety-mail.ts'
import { waitlistEmails } from './waitlist-mail.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'
import type { EmailEffect } from '../record.ts'
import type { Services } from '../context.ts'

const templates: EmailTemplates = {
  ...accountEmails,
  ...adminEmails,
  ...changeEmails,
  ...contactEmails,
  ...debtEmails,
  ...depositEmails,
  ...disputeEmails,
  ...goodwillEmails,
  ...lateEmails,
  ...logInEmails,
  ...messageEmails,
  ...moderationEmails,
  ...noShowEmails,
  ...notBackEmails,
  ...passwordEmails,
  ...paymentEmails,
  ...proposalEmails,
  ...reminderEmails,
  ...handoverEmails,
  ...rentalEmails,
  ...reportEmails,
  ...safetyEmails,
  ...waitlistEmails,
}

/** Whether a job sends an email. */
export const isEmail = (job: { kind: string }): job is EmailEffect => Object.hasOwn(templates, job.kind)

/** The email content of a job; null when its subject is deleted. */
export function wordEmail(
  services: Services,
  { id, kind, payload }: EmailEffect & { id: number },
): Promise<EmailContent | null> {
  const word = templates[kind] as (
    services: Services,
    payload: EmailEffect['payload'],
    effectId: number,
  ) => Promise<EmailContent | null>
  return word(services, payload, id)
}
