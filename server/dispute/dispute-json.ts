import { sql } from 'kysely'
import type { ShownDecision, ShownDispute as Shown, ShownStatement } from '#domain/dispute/shown.ts'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import { photoJson } from '../listing/queries.ts'
import { saidHadIt } from '../listing/with-renter.ts'
import { dateOf } from '../json-dates.ts'

export type ShownDispute = Shown<PhotoRef>

type Dates =
  | 'openedAt'
  | 'answerBy'
  | 'dueAt'
  | 'ownerAcceptedAt'
  | 'renterAcceptedAt'
  | 'appealedAt'
  | 'closedAt'

/** A dispute in the JSON of a statement. */
export type StoredDispute = Omit<ShownDispute, Dates | 'said' | 'decisions'> & {
  [K in Dates]: string | (ShownDispute[K] & null)
} & {
  said: (Omit<ShownStatement<PhotoRef>, 'at'> & { at: string })[]
  decisions: (Omit<ShownDecision, 'decidedAt'> & { decidedAt: string })[]
}

/** The most disputes of one rental that are shown. One is open at a time, so more than a few are a mistake. */
const MOST_DISPUTES = 50

/** The disputes about the rental `r` of a statement as JSON, the oldest first: the last `MOST_DISPUTES`. */
export const disputesJson = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind,
    'openedBy', d.opened_by, 'openedAt', d.opened_at, 'answerBy', d.answer_by, 'dueAt', d.due_at,
    'ownerAsked', d.owner_asked, 'renterAsked', d.renter_asked, 'ownerAcceptedAt', d.owner_accepted_at,
    'renterAcceptedAt', d.renter_accepted_at, 'appealedBy', d.appealed_by, 'appealedAt', d.appealed_at,
    'closedAt', d.closed_at, 'outcome', d.outcome, 'depositMoved', d.deposit_moved, 'rentMoved', d.rent_moved,
    'goodwillMoved', d.goodwill_moved, 'goodwillTo', d.goodwill_to, 'renterHadIt', ${saidHadIt(sql.ref('r'))},
    'debt', (select jsonb_build_object('centavos', w.centavos, 'owedBy', w.owed_by,
      'isSettled', w.settled_at is not null) from debt w where w.id = d.id),
    'said', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'by', s.by, 'part', s.part, 'kind', s.kind,
        'text', s.text, 'asked', s.asked, 'at', s.at, 'photos', (select coalesce(jsonb_agg(${photoJson('p')}
          order by array_position(s.photo_ids, p.id)), '[]') from photo p where p.id = any(s.photo_ids)))
      order by s.id), '[]') from dispute_statement s where s.dispute_id = d.id),
    'decisions', (select coalesce(jsonb_agg(jsonb_build_object('round', x.round,
        'ownerCentavos', x.owner_centavos, 'rentCentavos', x.rent_centavos,
        'goodwillCentavos', x.goodwill_centavos, 'goodwillTo', x.goodwill_to, 'neverGot', x.never_got,
        'reason', x.reason, 'decidedAt', x.decided_at) order by x.round), '[]')
      from dispute_decision x where x.dispute_id = d.id))
  order by d.opened_at, d.id), '[]') from (select * from dispute where rental_id = r.id
    order by opened_at desc, id desc limit ${sql.lit(MOST_DISPUTES)}) d)`

/** Reads a dispute from that JSON. */
export function readDispute(stored: StoredDispute): ShownDispute {
  return {
    ...stored,
    openedAt: new Date(stored.openedAt),
    answerBy: new Date(stored.answerBy),
    dueAt: dateOf(stored.dueAt),
    ownerAcceptedAt: dateOf(stored.ownerAcceptedAt),
    renterAcceptedAt: dateOf(stored.renterAcceptedAt),
    appealedAt: dateOf(stored.appealedAt),
    closedAt: dateOf(stored.closedAt),
    said: stored.said.map((one) => ({ ...one, at: new Date(one.at) })),
    decisions: stored.decisions.map((one) => ({ ...one, decidedAt: new Date(one.decidedAt) })),
  }
}

/** The facts of a shown dispute for the rules of its stages. */
export const disputeFactsOf = (dispute: ShownDispute) => ({
  ...dispute,
  decidedAt: dispute.decisions[0]?.decidedAt ?? null,
})
