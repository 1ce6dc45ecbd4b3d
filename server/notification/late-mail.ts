import { sql } from 'kysely'
import { type Centavos, formatPeso } from '#domain/money.ts'
import type { LateReturnEvent } from '#domain/notification/kinds.ts'
import { formatDay, formatInstant, lastDay } from '#domain/period.ts'
import { daysText } from '#domain/pricing/pricing.ts'
import { objectUntil } from '#domain/rental/late-fee.ts'
import { LATE_FEE_OBJECT_HOURS } from '#domain/rental-limits.ts'
import type { Side } from '#domain/side.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import type { Services } from '../context.ts'
import { isNotReturned } from '../listing/with-renter.ts'
import type { EmailContent, EmailTemplates } from './email-content.ts'
import { findRentalFacts, rentalEmail, type RentalFacts, type Words } from './rental-facts.ts'

type Fee = {
  feeCentavos: Centavos
  fromDepositCentavos: Centavos
  days: number | null
  fixedAt: Date | null
  /** Until when the renter can object; later than at first after a dispute was decided. */
  dueAt: Date | null
  /** The rental ended without a return. */
  isLost: boolean
  /** The renter objected: the fee ended, and a dispute asks for its amount. */
  isObjected: boolean
  /** The renter can still object, and the owner waive. */
  isOpen: boolean
  /** What the deposit did not pay was paid or received. */
  isRestSettled: boolean
  /** The item counts as not returned, and is with the renter. */
  isNotReturned: boolean
}
type Facts = RentalFacts & Fee
type Say = (f: Facts) => Words

const dueDay = (f: Facts) => formatDay(lastDay(f.period))
const until = (f: Facts) => f.dueAt ?? objectUntil(f.fixedAt!)

/** Where a fee comes from: the deposit, and what is owed between the two beyond it. */
function sources(f: Facts, to: Side): string {
  const owed = f.feeCentavos - f.fromDepositCentavos
  const whose = to === 'owner' ? 'the deposit' : 'your deposit'
  const between =
    to === 'owner'
      ? `${f.renterName} owes you ${formatPeso(owed)}`
      : `you owe ${f.ownerName} ${formatPeso(owed)}`
  if (owed === 0) return `It comes from ${whose}.`
  return f.fromDepositCentavos === 0
    ? `It is not taken by us: ${between}.`
    : `${formatPeso(f.fromDepositCentavos)} comes from ${whose}, and ${between} beyond it.`
}

const words: Record<LateReturnEvent, Record<Side, Say>> = {
  fixed: {
    owner: (f) => ({
      subject: `${f.title} ${f.isLost ? 'was never returned' : 'came back late'}: ${formatPeso(f.feeCentavos)}`,
      lead:
        `${daysText(f.days!)} count. ${sources(f, 'owner')}` +
        (f.isOpen
          ? ` ${f.renterName} can object until ${formatInstant(until(f))}, ` +
            'and you can waive any part of it until then.'
          : ''),
    }),
    renter: (f) => ({
      subject: `The late fee for ${f.title}: ${formatPeso(f.feeCentavos)}`,
      lead:
        `${daysText(f.days!)} count. ${sources(f, 'renter')}` +
        (f.isOpen ? ` If something is wrong, please object by ${formatInstant(until(f))}.` : ''),
    }),
  },
  waived: {
    owner: (f) => ({ subject: `You waived a late fee for ${f.title}`, lead: 'Thank you.' }),
    renter: (f) => ({
      subject: `${f.ownerName} waived the late fee for ${f.title}, or a part of it`,
      lead:
        f.fixedAt && f.feeCentavos > 0
          ? `${formatPeso(f.feeCentavos)} of it is left.`
          : f.fixedAt && !f.isObjected
            ? 'Nothing of it is left.'
            : 'See what is left of it on its page.',
    }),
  },
  taken: {
    owner: (f) => ({
      subject: `The late fee for ${f.title} is yours`,
      lead: `${formatPeso(f.feeCentavos)} in all. ${sources(f, 'owner')}`,
    }),
    renter: (f) => ({
      subject: `The late fee for ${f.title} was taken`,
      lead:
        `${formatPeso(f.feeCentavos)} in all. ${sources(f, 'renter')}` +
        (f.feeCentavos > f.fromDepositCentavos && !f.isRestSettled
          ? ' Please settle that on the page below.'
          : ''),
    }),
  },
  'not-returned': {
    owner: (f) => ({
      subject: `Your ${f.title} counts as not returned`,
      lead:
        `It was due back on ${dueDay(f)}, and the late fee has reached its most. It is a dispute now: please say ` +
        `there what happened and what you ask for, or mark it as returned if you have it.`,
    }),
    renter: (f) => ({
      subject: `${f.title} counts as not returned`,
      lead:
        `It was due back on ${dueDay(f)}, and the late fee has reached its most. It is a dispute now. Please bring ` +
        `it back to ${f.ownerName} today, or say there what happened.`,
    }),
  },
}

/** Whether what an email says is no longer so. */
const isOver: Record<LateReturnEvent, (f: Fee) => boolean> = {
  fixed: (f) => !f.fixedAt || f.feeCentavos === 0,
  waived: () => false,
  taken: (f) => !f.fixedAt,
  'not-returned': (f) => !f.isNotReturned,
}

/** The email to one side of a rental about its late return; null when it is out of date or the rental is deleted. */
async function lateMail(
  services: Pick<Services, 'db' | 'clock'>,
  { rentalId, news: event, to }: { rentalId: string; news: LateReturnEvent; to: Side },
): Promise<EmailContent | null> {
  const facts = await findRentalFacts(services, rentalId, to)
  const { rows } = await sql<Fee>`
    select f.fee_centavos, f.deposit_centavos as from_deposit_centavos, f.days, f.fixed_at, f.due_at,
      r.returned_at is null as is_lost, f.objected_at is not null as is_objected,
      f.settled_at is null and f.objected_at is null
        and coalesce(f.due_at, f.fixed_at + make_interval(hours => ${LATE_FEE_OBJECT_HOURS}))
          > ${services.clock.now()} as is_open,
      exists (select from debt d where d.id = f.rental_id and d.settled_at is not null) as is_rest_settled,
      ${isNotReturned} as is_not_returned
    from late_fee f join rental r on r.id = f.rental_id where r.id = ${rentalId}`.execute(services.db)
  const fee = rows[0]
  if (!facts || !fee) return null
  if (isOver[event](fee)) return null
  const mail = rentalEmail(facts, to, 'late-fee', words[event][to]({ ...facts, ...fee }))
  const page = rentalPath(rentalId)
  const action =
    event === 'not-returned'
      ? { label: 'See the dispute', path: `${page}/claim` }
      : { label: 'See the late fee', path: `${page}/late` }
  return { ...mail, action }
}

export const lateEmails = { 'late-mail': lateMail } satisfies Partial<EmailTemplates>
