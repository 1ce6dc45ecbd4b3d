import { sql } from 'kysely'
import { ANSWER_HOURS } from '#domain/dispute/dispute.ts'
import { formatPeso } from '#domain/money.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { formatInstant } from '#domain/period.ts'
import { contradictUntil } from '#domain/rental/no-show.ts'
import { NO_SHOW_ANSWER_HOURS } from '#domain/rental-limits.ts'
import { otherSide, type Side } from '#domain/side.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { Services } from '../context.ts'
import { hasOpenDecision } from '../deposit/lock-deposit.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { deadlineText } from './deadline-text.ts'
import { findRentalFacts, rentalEmail, type RentalFacts, type Words } from './rental-facts.ts'

type Payload = EmailPayloads['no-show-mail']

/** An open dispute: until when both can tell their side, and whether it is decided, so that nothing can be added. */
type OpenDispute = { answerBy: Date; isDecided: boolean }

/** By when both tell their side, and what comes then; without a time once that is over. */
const tellTime = ({ now }: RentalFacts, dispute: OpenDispute | undefined) =>
  dispute && now < dispute.answerBy
    ? `${deadlineText(ANSWER_HOURS, dispute.answerBy, now)}; after that we decide`
    : 'before we decide'

const contradicted = (f: RentalFacts, dispute: OpenDispute | undefined): Words => ({
  subject: `The hand-over of ${f.title}: you contradict each other`,
  lead:
    'Each of you says that the other did not come, so it is a dispute now. Please tell your side on the page below ' +
    `${tellTime(f, dispute)}. Until then the rental waits.`,
})

/** They contradicted each other while a dispute that is decided can still be appealed. */
const contradictedLater = (f: RentalFacts, dispute: OpenDispute | undefined): Words => ({
  subject: contradicted(f, dispute).subject,
  lead:
    'Each of you says that the other did not come. A dispute about this rental is decided already, and the rental ' +
    'waits until that can no longer be appealed. If it was about something else, a new one begins then, in which ' +
    'you tell your side.',
})

/** How “the rental ends” goes on for a renter who says nothing: what they get back, and the full stop. */
function endOfSilence({ paymentMethod, isSettledByDispute, depositCentavos }: RentalFacts): string {
  if (paymentMethod !== 'online') return '.'
  if (!isSettledByDispute) return ', as if you had cancelled at the last moment.'
  const back = depositCentavos > 0 ? `${formatPeso(depositCentavos)} of the deposit` : 'nothing'
  return `, and ${back} goes back to you: the dispute about it has settled what its owner keeps.`
}

/** How “the rental ends” goes on for an owner who says nothing: what goes back to the renter. */
function backToRenter({ paymentMethod, isSettledByDispute }: RentalFacts): string {
  if (paymentMethod !== 'online') return ''
  return `, ${isSettledByDispute ? 'what is left of what was paid' : 'all that was paid'} goes back to them,`
}

/** By when what a side said of the hand-over has to be contradicted. */
const answerTime = ({ noShow, now }: RentalFacts, by: Side) =>
  deadlineText(NO_SHOW_ANSWER_HOURS, contradictUntil(noShow[by]!), now)

const noLonger = 'They no longer say that you did not come.'

const takenBack = (partner: string, title: string): Words => ({
  subject: `${partner} took it back: nothing is wrong with ${title}`,
  lead: `${noLonger} The rental goes on.`,
})

/** Of two who contradicted each other, one took it back; the rental waits for a dispute that is still open. */
const takenBackAlone = (
  { title, noShow, partnerName }: RentalFacts,
  to: Side,
  isDisputed: boolean,
): Words => {
  const when = isDisputed ? 'after the dispute' : `on ${formatInstant(contradictUntil(noShow[to]!))}`
  return {
    subject: `${partnerName} took it back: what you said of ${title} stands`,
    lead: `${noLonger} What you said stands, and ${when} the rental ends by it unless you take it back, too.`,
  }
}

const words: Record<
  Payload['news'] | 'contradicted-later',
  Record<Side, (f: RentalFacts, dispute: OpenDispute | undefined) => Words>
> = {
  said: {
    owner: (f) => ({
      subject: `${f.renterName} says that you did not come`,
      lead:
        `If that is wrong, please say so ${answerTime(f, 'renter')}. If you say nothing, the rental ends` +
        `${backToRenter(f)} and it counts as your withdrawal.`,
    }),
    renter: (f) => ({
      subject: `${f.ownerName} says that you did not come`,
      lead:
        `If that is wrong, please say so ${answerTime(f, 'owner')}. If you say nothing, the rental ends` +
        endOfSilence(f),
    }),
  },
  'taken-back': {
    owner: (f) => takenBack(f.renterName, f.title),
    renter: (f) => takenBack(f.ownerName, f.title),
  },
  contradicted: { owner: contradicted, renter: contradicted },
  'contradicted-later': { owner: contradictedLater, renter: contradictedLater },
}

/**
 * The email to one side about what was said of the hand-over; null when the rental went on or ended meanwhile,
 * or what it says was taken back or answered.
 */
async function noShowMail(
  services: Pick<Services, 'db' | 'clock'>,
  { rentalId, news: event, to }: Payload,
): Promise<EmailContent | null> {
  const facts = await findRentalFacts(services, rentalId, to)
  if (facts?.status !== 'Approved') return null
  const [iSaid, theySaid] = [facts.noShow[to] !== null, facts.noShow[otherSide(to)] !== null]
  // The mail may be sent later than it was written down.
  const stillHolds = {
    said: theySaid && !iSaid,
    'taken-back': !theySaid,
    contradicted: iSaid && theySaid,
  }
  if (!stillHolds[event]) return null
  const dispute = await findOpenDispute(services, rentalId)
  const text =
    event === 'taken-back' && iSaid
      ? takenBackAlone(facts, to, dispute !== undefined)
      : words[event === 'contradicted' && dispute?.isDecided ? 'contradicted-later' : event][to](
          facts,
          dispute,
        )
  const mail = rentalEmail(facts, to, 'no-show', text)
  const page = rentalPath(rentalId)
  const action =
    event === 'contradicted'
      ? { label: 'See the dispute', path: `${page}/claim` }
      : { label: 'See what was said', path: `${page}/no-show` }
  return { ...mail, action }
}

async function findOpenDispute({ db }: Pick<Services, 'db'>, rentalId: string) {
  const { rows } = await sql<OpenDispute>`
    select mine.answer_by, ${hasOpenDecision(sql`mine.rental_id`)} as is_decided
    from dispute mine where mine.rental_id = ${rentalId} and mine.closed_at is null`.execute(db)
  return rows[0]
}

export const noShowEmails = { 'no-show-mail': noShowMail } satisfies Partial<EmailTemplates>
