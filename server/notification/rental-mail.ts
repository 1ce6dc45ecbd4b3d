import { sql } from 'kysely'
import { insteadHref } from '#domain/catalogue/instead.ts'
import { dayInManila } from '#domain/period.ts'
import { kindOfRentalMail } from '#domain/notification/rental-kind.ts'
import { isLastDayOver } from '#domain/handover/code.ts'
import { openWord } from '#domain/handover/word.ts'
import { choicesOf, lifecycle, refundReasonOf, type RentalAction } from '#domain/rental/lifecycle.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import type { Side } from '#domain/side.ts'
import type { RentalStatus } from '#domain/status.ts'
import { sameRecord } from '#domain/timeline/entry.ts'
import type { Services } from '../context.ts'
import { listBackByChannel } from '../refund/queries.ts'
import type { EmailTemplates, EmailContent } from './email-content.ts'
import { findRentalFacts, rentalEmail } from './rental-facts.ts'
import { type Ended, type MailedAction, nobodyChose, rentalWords, showsOthers } from './rental-words.ts'

/** What the entry of a timeline with this hash says about what goes back, and why. */
async function findEnded({ db }: Pick<Services, 'db'>, rentalId: string, hash: string): Promise<Ended> {
  const { rows } =
    await sql<Ended>`select facts ->> 'refund' as refund, (facts ->> 'centavos')::int as back_centavos,
    text as reason from rental_entry where rental_id = ${rentalId} and hash = ${hash}`.execute(db)
  return rows[0] ?? nobodyChose
}

/**
 * The statuses of a rental in which the email about an action is still true. An action without a row here: only the
 * status that the action leads to.
 */
const trueIn: Partial<Record<MailedAction, readonly RentalStatus[]>> = {
  request: ['Pending', 'Approved', 'Active', 'Completed'],
  'change-delivery': ['Pending', 'Approved'],
  approve: ['Approved', 'Active', 'Completed'],
  activate: ['Active', 'Completed'],
}

/**
 * Whether an email that is sent late speaks of what is over: the rental has come to nothing, or its action was undone.
 * The confirmation of one's own order is a record of it, and is always sent.
 */
function isOver(action: MailedAction, to: Side, status: RentalStatus): boolean {
  if (action === 'request' && to === 'renter') return false
  const statuses = trueIn[action] ?? [lifecycle[action as RentalAction].to]
  return !statuses.includes(status)
}

/**
 * The email to one side of a rental about an action on it; null when the rental is deleted, has come to nothing since,
 * or the action was undone.
 */
async function rentalMail(
  services: Pick<Services, 'db' | 'clock'>,
  { rentalId, action, to, head, back, found: foundItem }: EmailPayloads['rental-mail'],
): Promise<EmailContent | null> {
  // Another version of the site may know it: the job is tried again.
  if (!(action in rentalWords)) throw new Error(`there is no email about ${action}`)
  const found = await findRentalFacts(services, rentalId, to)
  const texts = rentalWords[action as MailedAction]?.[to]
  if (!found || !texts || isOver(action as MailedAction, to, found.status)) return null
  const word = openWord(found, found.now)
  const backCentavos = back ?? -found.refundedCentavos
  const reason = refundReasonOf(action as RentalAction)
  const facts = {
    ...found,
    backCentavos,
    back:
      to === 'renter' && backCentavos > 0 ? await listBackByChannel(services.db, { rentalId, reason }) : [],
    found: foundItem,
    isLastDayOver: isLastDayOver(found.period, found.now),
    isLapsing: lifecycle.lapse.unless(found, found.now) === null,
    word,
  }
  const kind = kindOfRentalMail(action as MailedAction, to)
  const ended =
    choicesOf(action as RentalAction) && head ? await findEnded(services, rentalId, head) : nobodyChose
  const email = { ...rentalEmail(facts, to, kind, texts(facts, ended)), quote: ended.reason }
  const noted = head ? { ...email, note: sameRecord(head) } : email
  if (to === 'owner' || !showsOthers.has(action)) return noted
  const path = insteadHref(facts, dayInManila(found.now))
  return { ...noted, action: { label: 'See other items', path } }
}

export const rentalEmails = {
  'rental-mail': rentalMail,
} satisfies Partial<EmailTemplates>
