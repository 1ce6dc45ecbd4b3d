import { formatPeso } from '#domain/money.ts'
import { type Reminder, type ReminderKind, reminderAt } from '#domain/notification/reminders.ts'
import { formatDay, formatInstant, lastDay } from '#domain/period.ts'
import { graceEnd } from '#domain/rental/late.ts'
import { MAX_LATE_DAYS } from '#domain/rental-limits.ts'
import type { Side } from '#domain/side.ts'
import type { Services } from '../context.ts'
import type { Settings } from '../settings.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'
import { findRentalFacts, rentalEmail, type RentalFacts, type Words } from './rental-facts.ts'

type Say = (f: RentalFacts, settings: Pick<Settings, 'supportEmail'>) => Words

const firstDay = (f: RentalFacts) => formatDay(f.period.start)
const dueDay = (f: RentalFacts) => formatDay(lastDay(f.period))
const toPay = (f: RentalFacts) =>
  f.paymentMethod === 'online' ? '' : ` Please have ${formatPeso(f.totalCentavos)} ready in cash.`

/** What a return costs after the last day. */
const feeText = (f: RentalFacts) =>
  `Back by ${formatInstant(graceEnd(f.period))} it costs nothing more; after that ` +
  `${formatPeso(f.pricePerDayCentavos)} a day, ${MAX_LATE_DAYS} days at most.`

const words: Record<ReminderKind, Record<Side, Say>> = {
  'starts-tomorrow': {
    renter: (f) => ({
      subject: `${f.title} is yours tomorrow`,
      lead:
        f.deliveryOption === 'delivery'
          ? `${f.ownerName} brings it to you on ${firstDay(f)}.${toPay(f)}`
          : `You pick it up from ${f.ownerName} on ${firstDay(f)}.${toPay(f)}`,
    }),
    owner: (f) => ({
      subject: `${f.renterName} gets your ${f.title} tomorrow`,
      lead:
        f.deliveryOption === 'delivery'
          ? `Please bring it to them on ${firstDay(f)}, and mark it as active once they have it.`
          : `They pick it up on ${firstDay(f)}. Please mark it as active once they have it.`,
    }),
  },
  'due-today': {
    renter: (f) => ({
      subject: `${f.title} is due back today`,
      lead: `Please return it to ${f.ownerName} by the end of today, ${dueDay(f)}.`,
    }),
    owner: (f) => ({
      subject: `Your ${f.title} comes back today`,
      lead:
        `${f.renterName} returns it by the end of today, ${dueDay(f)}. Please mark it as returned ` +
        'once you have it.',
    }),
  },
  overdue: {
    renter: (f) => ({
      subject: `${f.title} should be back by now`,
      lead:
        `It was due back on ${dueDay(f)}. Please return it to ${f.ownerName} today, or write to ` +
        `them if something came up. ${feeText(f)}`,
    }),
    owner: (f, { supportEmail }) => ({
      subject: `Your ${f.title} has not come back yet`,
      lead:
        `It was due back on ${dueDay(f)}. If you have it, please mark it as returned; otherwise ` +
        `write to ${f.renterName}, or to ${supportEmail} when you can’t reach them. ${feeText(f)}`,
    }),
  },
}

/**
 * The email that reminds one side of a rental; null when the rental is deleted, or when the reminder is out of date:
 * the rental's status changed, another day has come, the item is not back for it, or its renter said that they
 * brought it back or never got it.
 */
async function reminderMail(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  { rentalId, kind, number, to }: Reminder & { rentalId: string; to: Side },
): Promise<EmailContent | null> {
  const facts = await findRentalFacts(services, rentalId, to)
  const due = facts && reminderAt(facts, facts.now)
  if (!due || due.kind !== kind || due.number !== number) return null
  return rentalEmail(facts, to, kind, words[kind][to](facts, services.settings))
}

export const reminderEmails = {
  'reminder-mail': reminderMail,
} satisfies Partial<EmailTemplates>
