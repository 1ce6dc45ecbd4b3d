import { createHash, createHmac } from 'node:crypto'
import { canonicalJson } from '#domain/timeline/canonical-json.ts'
import type { EntryKind } from '#domain/timeline/entry-texts.ts'
import type { EntryFacts, EntryPhoto, EntrySide } from '#domain/timeline/entry.ts'

/** What the hash of an entry covers. */
export type HashedEntry = {
  rentalId: string
  seq: number
  at: Date
  byId: string | null
  side: EntrySide
  kind: string
  facts: EntryFacts
  textHash: string | null
  photos: readonly EntryPhoto[]
  /** The hash of the entry before; null for the first. */
  prev: string | null
}

export type StoredEntry = HashedEntry & { text: string | null; textSalt: string | null; hash: string }

/** The SHA-256 of an entry over its canonical JSON, in hexadecimal. */
export function hashOfEntry(entry: HashedEntry): string {
  const { rentalId, seq, at, byId, side, kind, facts, textHash, photos, prev } = entry
  const content = {
    rental: rentalId,
    seq,
    at: at.toISOString(),
    by: byId,
    side,
    kind,
    facts,
    text: textHash,
    photos: photos.map(({ id, sha256 }) => ({ id, sha256 })),
    prev,
  }
  return createHash('sha256').update(canonicalJson(content)).digest('hex')
}

/** The first entry of a timeline, without text or photos. */
export function firstEntry(
  entry: Pick<HashedEntry, 'rentalId' | 'at' | 'byId' | 'side' | 'facts'> & { kind: EntryKind },
): HashedEntry & { hash: string } {
  const first = { ...entry, seq: 1, textHash: null, photos: [], prev: null }
  return { ...first, hash: hashOfEntry(first) }
}

/** The hash of a text with its salt. Without the salt, which is erased with the text, nobody can guess the text. */
export function hashOfText(text: string, salt: string): string {
  return createHmac('sha256', salt).update(text).digest('hex')
}

/**
 * The problems of a rental's timeline, as sentences; none when its entries, hashes, count and head fit together.
 * `entryCount` and `entryHead` are the values stored in the row of the rental. Texts that were erased are no problem.
 */
export function problemsOfChain(
  { entryCount, entryHead }: { entryCount: number; entryHead: string | null },
  entries: readonly StoredEntry[],
): string[] {
  const problems: string[] = []
  if (entries.length !== entryCount)
    problems.push(`It has ${entries.length} entries in place of ${entryCount}.`)
  let [before, prev]: [number, string | null] = [0, null]
  for (const entry of entries) {
    const { seq, text, textSalt, textHash, hash } = entry
    if (seq !== before + 1) problems.push(`Entry ${before + 1} is missing: entry ${seq} is in its place.`)
    if (entry.prev !== prev) problems.push(`Entry ${seq} does not follow the one before it.`)
    if (!hasItsHash(entry)) problems.push(`Entry ${seq} was changed.`)
    if (text !== null && hashOfText(text, textSalt ?? '') !== textHash)
      problems.push(`The text of entry ${seq} was changed.`)
    before = seq
    prev = hash
  }
  if (prev !== entryHead) problems.push('Its last entry is not the one that the rental names.')
  return problems
}

function hasItsHash(entry: StoredEntry): boolean {
  try {
    return hashOfEntry(entry) === entry.hash
  } catch {
    // It holds a value that canonical JSON refuses, so it was not written by us.
    return false
  }
}
