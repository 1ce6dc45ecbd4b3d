import type { Actor } from '../actor.ts'

/** Who an entry of a rental's timeline comes from. */
export const entrySides = ['renter', 'owner', 'admin', 'system'] as const
export type EntrySide = (typeof entrySides)[number]

type Fact = string | number | boolean | null

/** What an entry says besides its kind: no names and no free text. Numbers are whole. */
export type EntryFacts = Readonly<Record<string, Fact | readonly Fact[]>>

/** A photo of an entry, with the SHA-256 of its widest file; null for a photo uploaded before hashes were kept. */
export type EntryPhoto = { id: string; sha256: string | null }

export type EntryPhotos = readonly EntryPhoto[]

/** The side of an actor in a rental; the system for everyone who is neither a party nor an admin. */
export function entrySideOf(actor: Actor, rental: { renterId: string; ownerId: string }): EntrySide {
  if (actor.kind !== 'user') return 'system'
  if (actor.id === rental.renterId) return 'renter'
  if (actor.id === rental.ownerId) return 'owner'
  return actor.role === 'admin' ? 'admin' : 'system'
}

/** The 12 characters of a timeline's last hash by which people compare what they have. */
export const shortRecord = (head: string): string => head.slice(0, 12)

/** The sentence with which mails and receipts name the record of a rental. */
export const sameRecord = (head: string): string => `You both have the same record: ${shortRecord(head)}`
