import { sql } from 'kysely'
import type { PhotoRef } from '#domain/photo/photo-ref.ts'
import type { Direction } from '#domain/handover/code.ts'
import {
  decideOneMore,
  type EntryFacts,
  type EntryPhoto,
  type EntrySide,
  type RepeatedKind,
} from '#domain/timeline/entry.ts'
import type { Verdict } from '#domain/verdict.ts'
import type { Db, Tx } from '../context.ts'

export type TimelineEntry = {
  seq: number
  at: Date
  side: EntrySide
  kind: string
  facts: EntryFacts
  /** Null when nothing was written, or it was erased: then `isErased` is true. */
  text: string | null
  isErased: boolean
  /** Its photos; `photo` is null once it is gone. */
  photos: (EntryPhoto & { photo: PhotoRef | null })[]
  hash: string
}

/** How many entries pages show; a rental has a few dozen. Its two people download all of them. */
const MAX_SHOWN_ENTRIES = 500

/**
 * The timeline of a rental, the oldest entry first: the last `MAX_SHOWN_ENTRIES`. The caller has checked who asks. One
 * statement.
 */
export async function readTimeline(db: Db, rentalId: string): Promise<TimelineEntry[]> {
  const { rows } = await sql<TimelineEntry>`
    select e.seq, e.at, e.side, e.kind, e.facts, e.text,
      e.text is null and e.text_hash is not null as is_erased, e.hash,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.photo->>'id', 'sha256', s.photo->>'sha256', 'photo',
          case when p.id is not null then jsonb_build_object('id', p.id, 'width', p.width, 'height', p.height,
            'widths', to_jsonb(p.widths), 'thumbhash', p.thumbhash) end) order by s.place), '[]')
        from jsonb_array_elements(e.photos) with ordinality s (photo, place)
          left join photo p on p.id = (s.photo->>'id')::uuid) as photos
    from (select * from rental_entry where rental_id = ${rentalId} order by seq desc limit ${MAX_SHOWN_ENTRIES}) e
    order by e.seq`.execute(db)
  return rows
}

/**
 * Whether a side may add one more entry of a kind to the timeline of a rental. The caller has locked the rental. For
 * `check`, only entries of the given `direction` count. One statement. Refusal: `limit`.
 */
export async function checkMoreEntries(
  tx: Tx,
  rentalId: string,
  { kind, side, direction }: { kind: RepeatedKind; side: EntrySide; direction?: Direction },
): Promise<Verdict> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from rental_entry
    where rental_id = ${rentalId} and kind = ${kind} and side = ${side}
      and facts @> ${JSON.stringify(direction ? { direction } : {})}::jsonb`.execute(tx)
  return decideOneMore(kind, rows[0]!.count)
}
