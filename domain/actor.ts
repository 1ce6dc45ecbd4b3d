import type { Role } from './account/account.ts'

/** Who is asking. Read from the session's account on every request, never from what the browser says. */
export type Actor = Guest | User | System

export type Guest = { kind: 'guest' }

export type User = {
  kind: 'user'
  id: string
  role: Role
  firstName: string
  lastName: string
  email: string
  picture: string | null
}

/** Deadlines and clean-ups, done by jobs. */
export type System = { kind: 'system' }

export const guest: Guest = { kind: 'guest' }
export const system: System = { kind: 'system' }
