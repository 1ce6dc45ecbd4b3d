import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../context.ts'
import { problemsOfChain, type StoredEntry } from './chain.ts'

export type VerifyTimelines = {
  db: Db
  /** The bytes of a photo in one width, or null when there is no such file. */
  readPhoto: (photoId: string, width: number) => Promise<Uint8Array | null>
  /** Called with each problem, in a sentence that names the rental. */
  say: (problem: string) => void
}

/** What was checked, and how many rentals have a problem. */
type Verified = { rentals: number; entries: number; photos: number; broken: number }
type Row = {
  id: string
  entryCount: number
  entryHead: string | null
  entries: (Omit<StoredEntry, 'at'> & { at: string })[]
  /** The greatest width of each photo, by its id. */
  widths: Record<string, number>
}

/** How many rentals are read at once. */
const BATCH = 200

/**
 * Checks the timeline of every rental: the order, number and hashes of its entries, its head, its texts, and the bytes
 * of its photos. Skips a photo whose row is gone, as it was erased or has expired, and one without a stored hash. The
 * site may run meanwhile: one statement reads 200 rentals, so their entries fit together.
 */
export async function verifyTimelines({ db, readPhoto, say }: VerifyTimelines): Promise<Verified> {
  const verified: Verified = { rentals: 0, entries: 0, photos: 0, broken: 0 }
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await readTimelines(db, after)
    for (const { widths, ...row } of rows) {
      const entries = row.entries.map((entry) => ({ ...entry, at: new Date(entry.at) }))
      const photos = entries.flatMap(({ photos, seq }) => photos.map((photo) => ({ ...photo, seq })))
      const problems = problemsOfChain(row, entries)
      for (const { id, sha256, seq } of photos) {
        const width = widths[id]
        if (width === undefined || sha256 === null) continue
        verified.photos++
        const bytes = await readPhoto(id, width)
        // It may have been removed since the timelines were read.
        if (!bytes && (await hasPhoto(db, id))) problems.push(`A photo of entry ${seq} is missing: ${id}.`)
        else if (bytes && createHash('sha256').update(bytes).digest('hex') !== sha256)
          problems.push(`A photo of entry ${seq} was changed: ${id}.`)
      }
      for (const problem of problems) say(`Rental ${row.id}: ${problem}`)
      verified.rentals++
      verified.entries += entries.length
      if (problems.length > 0) verified.broken++
    }
    if (rows.length < BATCH) return verified
    after = rows.at(-1)!.id
  }
}

const hasPhoto = async (db: Db, id: string) =>
  (await db.selectFrom('photo').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function readTimelines(db: Db, after: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.entry_count, r.entry_head, coalesce(e.entries, '[]') as entries, coalesce(p.widths, '{}') as widths
    from (select r.id, r.entry_count, r.entry_head from rental r where r.id > ${after}::uuid
        and (r.entry_count > 0 or r.entry_head is not null
          or exists (select from rental_entry e where e.rental_id = r.id))
        order by r.id limit ${BATCH}) r
      left join lateral (select jsonb_agg(jsonb_build_object('rentalId', e.rental_id, 'seq', e.seq, 'at', e.at,
          'byId', e.by_id, 'side', e.side, 'kind', e.kind, 'facts', e.facts, 'text', e.text, 'textSalt', e.text_salt,
          'textHash', e.text_hash, 'photos', e.photos, 'prev', e.prev, 'hash', e.hash) order by e.seq) as entries
        from rental_entry e where e.rental_id = r.id) e on true
      left join lateral (select jsonb_object_agg(p.id, p.widths[cardinality(p.widths)]) as widths
        from rental_entry e, jsonb_array_elements(e.photos) s join photo p on p.id = (s->>'id')::uuid
        where e.rental_id = r.id) p on true
    order by r.id`.execute(db)
  return rows
}
