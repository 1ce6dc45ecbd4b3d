import type { Actor } from '../actor.ts'
import { refuse, type Verdict } from '../verdict.ts'

/** Who an entry of a rental's timeline comes from. */
export const entrySides = ['renter', 'owner', 'admin', 'system'] as const
export type EntrySide = (typeof entrySides)[number]

type Fact = string | number | boolean | null

/** What an entry says besides its kind: no names and no free text. Numbers are whole. */
export type EntryFacts = Readonly<Record<string, Fact | readonly Fact[]>>

/** A photo of an entry, with the SHA-256 of its widest file; null for a photo uploaded before hashes were kept. */
export type EntryPhoto = { id: string; sha256: string | null }

export type EntryPhotos = readonly EntryPhoto[]

/**
 * The most entries of a kind by one side of a rental; of checks, in each direction. Pages show the last 500 entries of
 * a timeline: with these figures no side can push what the other one wrote out of them.
 */
export const entryLimits = { check: 20, 'ask-change': 30, 'change-delivery': 30, 'say-no-show': 10 } as const
export type RepeatedKind = keyof typeof entryLimits

/** Whether a side that has `count` entries of a kind may add one. Refusal: `limit`. */
export function decideOneMore(kind: RepeatedKind, count: number): Verdict {
  const most = entryLimits[kind]
  if (count < most) return { ok: true }
  return refuse(
    'limit',
    `You did this ${most} times for this rental already, which is the most. Please use the chat.`,
  )
}

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
