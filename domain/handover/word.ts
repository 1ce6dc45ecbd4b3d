import type { DisputeKind } from '../dispute/dispute.ts'
import { WORD_OBJECT_HOURS, type Possession, saidBack, silentUntil } from '../rental/possession.ts'
import type { RentalStatus } from '../status.ts'
import type { Side } from '../side.ts'
import type { EntryKind } from '../timeline/entry-texts.ts'
import { hoursAfter } from '../time.ts'

/** What one side alone said, and the other can confirm or object to. */
export type Word = {
  about: 'handover' | 'return' | 'brought-back'
  asks: Side
  until: Date
}

const later = (at: Date) => hoursAfter(at, WORD_OBJECT_HOURS)

/**
 * The open question about what one side alone said; null when there is none, or its time is over: then it stands. It
 * is about the renter's “I have brought it back” before it is about the handover.
 */
export function openWord(rental: Possession & { status: RentalStatus }, now: Date): Word | null {
  const word = wordOf(rental)
  return word && now < word.until ? word : null
}

function wordOf(rental: Possession & { status: RentalStatus }): Word | null {
  const { status, handedOverAt, returnedAt } = rental
  if (status === 'Active' && saidBack(rental))
    return { about: 'brought-back', asks: 'owner', until: silentUntil(rental.broughtBackAt!) }
  if (status === 'Active' && handedOverAt && rental.handoverProof === 'owner' && !rental.handoverObjectedAt)
    return { about: 'handover', asks: 'renter', until: later(handedOverAt) }
  if (status === 'Completed' && returnedAt && rental.returnProof === 'owner' && !rental.returnObjectedAt)
    return { about: 'return', asks: 'renter', until: later(returnedAt) }
  return null
}

export type Objected = 'handoverObjectedAt' | 'returnObjectedAt' | 'broughtBackObjectedAt'

/** An objection to each word: who makes it, where its time is stored, its entry, and what the dispute is about. */
export const objections: Record<
  Word['about'],
  { by: Side; at: Objected; entry: EntryKind; kind: DisputeKind }
> = {
  handover: {
    by: 'renter',
    at: 'handoverObjectedAt',
    entry: 'object-handover',
    kind: 'not-handed-over',
  },
  return: { by: 'renter', at: 'returnObjectedAt', entry: 'object-return', kind: 'money' },
  'brought-back': {
    by: 'owner',
    at: 'broughtBackObjectedAt',
    entry: 'object-brought-back',
    kind: 'not-returned',
  },
}

/**
 * What a side objected to after `objectionsClosedAt`, from when on no objection could be added to the open dispute
 * about the rental: it waits for the end of that dispute.
 */
export const waitingObjections = (
  rental: Pick<Possession, Objected>,
  objectionsClosedAt: Date,
): Word['about'][] =>
  (Object.keys(objections) as Word['about'][]).filter((about) => {
    const objectedAt = rental[objections[about].at]
    return objectedAt !== null && objectedAt > objectionsClosedAt
  })
