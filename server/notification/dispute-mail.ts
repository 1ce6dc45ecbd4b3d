import { sql } from 'kysely'
import {
  APPEAL_DECIDE_DAYS,
  disputeKinds,
  type DisputeEvent,
  UNDECIDED_DAYS,
} from '#domain/dispute/dispute.ts'
import type { DisputeKind, DisputeOutcome } from '#domain/dispute/dispute.ts'
import type { EmailPayloads } from '#domain/notification/kinds.ts'
import { formatPeso } from '#domain/money.ts'
import { formatInstant } from '#domain/period.ts'
import type { Side } from '#domain/side.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { saidHadIt } from '../listing/with-renter.ts'
import type { Services } from '../context.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { deadlineText } from './deadline-text.ts'
import { findRentalFacts, type RentalFacts } from './rental-facts.ts'

type Dispute = {
  kind: DisputeKind
  answerBy: Date
  dueAt: Date | null
  outcome: DisputeOutcome | null
  /**
   * It ended before its time, also before that of its decision, as an admin undid the hand-over or return, or all of
   * the rental’s money went back.
   */
  isClosedEarly: boolean | null
  depositMoved: number
  rentMoved: number
  goodwillMoved: number
  goodwillTo: Side | null
  owed: number | null
  owedBy: Side | null
  /** The last statement of the other side, and the last decision. */
  said: string | null
  ownerCentavos: number | null
  rentCentavos: number | null
  /** What the decision has the site pay. */
  goodwillCentavos: number | null
  goodwillDecidedTo: Side | null
  /** The decision says that the renter never got it, and they have not said since that they had it. */
  neverGot: boolean | null
  reason: string | null
  stage: 'open' | 'decided' | 'appealed' | 'closed'
  /** The reader has said something after what the email is about. */
  hasAnswered: boolean
}
type Facts = RentalFacts & Dispute

type Words = { subject: string; lead: string; quote?: string | null }

/** Of an appealed dispute, which is due until it is closed. */
const appealTime = ({ dueAt, now }: Facts) =>
  deadlineText(APPEAL_DECIDE_DAYS * 24, dueAt!, now, { inDays: true })

const words: Record<DisputeEvent, (f: Facts, to: Side) => Words> = {
  opened: (f) => ({
    subject: `A problem was reported with ${f.title}`,
    lead:
      `${disputeKinds[f.kind]}. ` +
      (f.now < f.answerBy
        ? `Please tell your side until ${formatInstant(f.answerBy)} on the page below. ` +
          'After that we decide on what there is.'
        : 'Please tell your side on the page below before we decide.'),
    quote: f.said,
  }),
  answered: (f) => ({
    subject: `${f.partnerName} answered about ${f.title}`,
    lead: 'We read both sides before we decide.',
    quote: f.said,
  }),
  accepted: (f) => ({
    subject: `${f.partnerName} accepts the decision about ${f.title}`,
    lead: 'If you accept it too, money moves at once. Otherwise it moves when the time for an appeal is over.',
  }),
  decided: (f, to) => ({
    subject: `We have decided about ${f.title}`,
    lead:
      decision(f, to) +
      (f.stage === 'decided'
        ? ` It takes effect once you both accept it, or on ${formatInstant(f.dueAt ?? f.answerBy)}. ` +
          'Until then either of you can appeal once, with something new.'
        : ''),
    quote: f.reason,
  }),
  appealed: (f) => ({
    subject: `${f.partnerName} appeals against the decision about ${f.title}`,
    lead:
      'We look at it again, and no money moves before that. You can answer once more on the page below. ' +
      `If we don’t decide ${appealTime(f)}, the first decision stands.`,
    quote: f.said,
  }),
  settled: (f, to) => ({
    subject: `The dispute about ${f.title} is over`,
    lead: `${whyOver(f)} ${moved(f, to)}`,
    quote: f.outcome === 'appealed' ? f.reason : null,
  }),
}

/** Whether an email asks for what can't be done any more, or announces what has happened. */
const isOver: Record<DisputeEvent, (f: Facts) => boolean> = {
  opened: (f) => f.stage !== 'open' || f.hasAnswered,
  answered: (f) => f.stage === 'decided' || f.stage === 'closed',
  accepted: (f) => f.stage !== 'decided',
  decided: (f) => f.isClosedEarly === true,
  appealed: (f) => f.stage !== 'appealed' || f.hasAnswered,
  settled: () => false,
}

const why: Record<DisputeOutcome, string> = {
  agreed: 'You two agree.',
  decided: 'Our decision stands.',
  appealed: 'We have decided on the appeal.',
  undecided: 'We have not decided in time, so money goes where it belongs without the dispute.',
  'taken-back': 'You both took back what you said. Nothing moves, and the rental goes on.',
  'one-took-back':
    'One of you took back what they said. What the other said stands, unless they take it back, too.',
  'handed-over': 'You both confirmed the hand-over. Nothing moves, and the rental goes on.',
}

const whyOver = (f: Facts) => (f.isClosedEarly ? closedEarly(f) : why[f.outcome ?? 'decided'])

const closedEarly = ({ status, kind }: Facts) => {
  const undone = kind === 'not-handed-over' ? 'hand-over' : 'return'
  const what = status === 'Cancelled' ? 'rental was cancelled' : `${undone} was undone`
  return `The ${what}, so there is nothing to decide any more.`
}

function decision(f: Facts, to: Side): string {
  const { ownerCentavos, rentCentavos, goodwillCentavos, goodwillDecidedTo, neverGot } = f
  const owner = formatPeso(ownerCentavos ?? 0)
  const rent = formatPeso(rentCentavos ?? 0)
  const got = to === 'owner' ? 'The renter' : 'You'
  const ends = neverGot ? `${got} never got it, so the rental ends as never handed over. ` : ''
  const goodwill =
    goodwillDecidedTo === to ? ` We pay you ${formatPeso(goodwillCentavos ?? 0)} of our own money.` : ''
  return to === 'owner'
    ? `${ends}${owner} is yours, and ${rent} of what was paid goes back to the renter.${goodwill}`
    : `${ends}${owner} goes to the owner, and ${rent} of what you paid goes back to you.${goodwill}`
}

function moved(f: Facts, to: Side): string {
  const yours = (side: Side) => (side === to ? 'to you' : `to ${f.partnerName}`)
  return [
    f.depositMoved > 0 ? `${formatPeso(f.depositMoved)} of the deposit goes ${yours('owner')}.` : '',
    f.rentMoved > 0 ? `${formatPeso(f.rentMoved)} of what was paid goes back ${yours('renter')}.` : '',
    f.goodwillTo === to ? `We pay you ${formatPeso(f.goodwillMoved)} of our own money.` : '',
    f.owedBy === to
      ? `You owe ${f.partnerName} ${formatPeso(f.owed ?? 0)} besides. Please settle that on the page below.`
      : '',
    f.owedBy && f.owedBy !== to ? `${f.partnerName} owes you ${formatPeso(f.owed ?? 0)} besides.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * The email to one side of a rental about a step of a dispute; null when it is gone, or when
 * what it asks for is over.
 */
async function disputeMail(
  services: Pick<Services, 'db' | 'clock'>,
  { rentalId, disputeId, news: event, to, statementId = 0 }: EmailPayloads['dispute-mail'],
): Promise<EmailContent | null> {
  const rental = await findRentalFacts(services, rentalId, to)
  const { rows } = await sql<Dispute>`
    select d.kind, d.answer_by, d.due_at, d.outcome, d.deposit_moved, d.rent_moved, d.goodwill_moved, d.goodwill_to,
      d.outcome = 'undecided' and (x.dispute_id is not null
        or d.closed_at < d.opened_at + make_interval(days => ${UNDECIDED_DAYS})) as is_closed_early,
      w.centavos as owed, w.owed_by, x.owner_centavos, x.rent_centavos,
      x.goodwill_centavos, x.goodwill_to as goodwill_decided_to,
      x.never_got and not ${saidHadIt(sql.ref('r'))} as never_got, x.reason,
      case when d.closed_at is not null then 'closed' when d.appealed_at is not null then 'appealed'
        when x.dispute_id is not null then 'decided' else 'open' end as stage,
      exists (select from dispute_statement s where s.dispute_id = d.id and s.by = ${to} and s.id > ${statementId})
        as has_answered,
      (select s.text from dispute_statement s where s.dispute_id = d.id and s.by <> ${to}
        order by s.id = ${statementId} desc, s.id desc limit 1) as said
    from dispute d left join debt w on w.id = d.id join rental r on r.id = d.rental_id
      left join lateral (select * from dispute_decision y where y.dispute_id = d.id
        order by y.round desc limit 1) x on true
    where d.id = ${disputeId} and r.id = ${rentalId}`.execute(services.db)
  if (!rental || !rows[0]) return null
  const facts = { ...rental, ...rows[0] }
  if (isOver[event](facts)) return null
  return {
    accountId: facts.accountId,
    kind: 'dispute',
    ...words[event](facts, to),
    facts: [
      { label: 'Item', value: facts.title },
      { label: 'Order', value: facts.orderNumber },
    ],
    action: { label: 'See the dispute', path: rentalPath(rentalId, 'claim') },
  }
}

export const disputeEmails = {
  'dispute-mail': disputeMail,
} satisfies Partial<EmailTemplates>
