import type { Role } from './account/account.ts'
import type { AdminArea } from './account/admin-area.ts'

/** Who makes a request. Read from the session's account on every request, never from what the browser sends. */
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
  /** Whether they have confirmed their email. */
  emailVerified?: boolean
  /** What an admin is for; null for everyone else. */
  adminArea?: AdminArea | null
  /** An admin who may do nothing before two-factor log-in or a passkey is set up. */
  lacksTwoFactor?: boolean
  /** Whether a log-in asks for a second factor, too. */
  hasTwoFactor?: boolean
  /** Whether they can log in and prove who they are by a passkey. */
  hasPasskey?: boolean
  /** When they last proved who they are: by logging in, by password, code or passkey. */
  provedAt?: Date
}

/** Jobs, such as deadlines and clean-ups. */
export type System = { kind: 'system' }

export const guest: Guest = { kind: 'guest' }
export const system: System = { kind: 'system' }
