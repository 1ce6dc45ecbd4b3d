import { refuse, type Verdict } from '../verdict.ts'

/** What an admin is for: everything, people and what they publish, or money. */
export const adminAreas = ['all', 'support', 'money'] as const
export type AdminArea = (typeof adminAreas)[number]

/** An area as admins read it: its name, and what belongs to it. */
export const adminAreaTexts: Record<AdminArea, { label: string; hint: string }> = {
  all: {
    label: 'Everything',
    hint: 'Support, money, the agreement, the audit log, jobs, health, and other admins.',
  },
  support: {
    label: 'Support',
    hint: 'Users, listings, reviews, reports, categories, tags and contact messages.',
  },
  money: {
    label: 'Money',
    hint: 'Orders, deposit claims, the book, refunds, payouts and reconciliation.',
  },
}

/**
 * Whether an admin may do what belongs to an area; `any` belongs to every admin. Without an area nobody may do
 * anything.
 */
export function isInArea(admin: AdminArea | null | undefined, needed: AdminArea | 'any'): boolean {
  if (!admin) return false
  return needed === 'any' || admin === 'all' || admin === needed
}

/** An admin who can log in. */
export type ActiveAdmin = { id: string; area: AdminArea }

/** Whether someone is a head admin: an active admin with the area `all`. */
export const isHeadAdmin = (admins: readonly ActiveAdmin[], id: string): boolean =>
  admins.some((admin) => admin.id === id && admin.area === 'all')

/**
 * Whether an account is the only head admin, who can't be limited, suspended or removed: nobody could make admins.
 */
export const isLastHeadAdmin = (admins: readonly ActiveAdmin[], id: string): boolean =>
  isHeadAdmin(admins, id) && !admins.some((admin) => admin.id !== id && admin.area === 'all')

/**
 * Whether an admin may give another one an area. Refusals: `own-admin` (their own), `last-admin`, `unchanged`.
 */
export function decideArea(
  account: { id: string; area: AdminArea; isLastHeadAdmin: boolean },
  by: { adminId: string; area: AdminArea },
): Verdict {
  if (account.id === by.adminId)
    return refuse('own-admin', 'You can’t change your own area. Another admin can do it for you.')
  if (account.area === by.area)
    return refuse('unchanged', `Their area is “${adminAreaTexts[by.area].label}” already.`)
  if (account.isLastHeadAdmin) return refuse('last-admin', 'This is the last admin who may do everything.')
  return { ok: true }
}
