import type { Generated, GeneratedAlways } from 'kysely'
import type { AdminArea } from '#domain/account/admin-area.ts'
import type { Role, VerificationStatus } from '#domain/account/account.ts'
import type { PasskeyPurpose } from '#domain/account/passkey.ts'
import type { CreatedAt, Nullable, Timestamp } from './columns.ts'

/* The tables of accounts and log-ins, a part of `schema.ts`. */

export interface AccountTable {
  id: string
  /** Not read, and only emptied. The next release drops it: the version before still writes it. */
  name: Generated<string>
  firstName: string
  lastName: string
  username: string
  email: string
  emailVerified: Generated<boolean>
  image: Nullable<string>
  role: Generated<Role>
  adminArea: Nullable<AdminArea>
  verificationStatus: Generated<VerificationStatus>
  location: Nullable<string>
  createdAt: CreatedAt
  updatedAt: Timestamp
  deletedAt: Nullable<Date>
  publicName: GeneratedAlways<string>
  suspendedAt: Nullable<Date>
  suspendedBy: Nullable<string>
  suspensionReason: Nullable<string>
  twoFactorAt: Nullable<Date>
  /** When the password was last set by a mailed link or changed; null for that of the sign-up. */
  passwordResetAt: Nullable<Date>
}

export interface SessionTable {
  id: string
  userId: string
  token: string
  expiresAt: Date
  ipAddress: Nullable<string>
  userAgent: Nullable<string>
  provedAt: Timestamp
  createdAt: CreatedAt
  updatedAt: Timestamp
}

/** Tokens and scope are neither read nor written: the next release drops them. */
export interface CredentialTable {
  id: string
  userId: string
  accountId: string
  providerId: string
  accessToken: Nullable<string>
  refreshToken: Nullable<string>
  idToken: Nullable<string>
  accessTokenExpiresAt: Nullable<Date>
  refreshTokenExpiresAt: Nullable<Date>
  scope: Nullable<string>
  password: Nullable<string>
  createdAt: CreatedAt
  updatedAt: Timestamp
}

export interface VerificationTable {
  id: string
  identifier: string
  value: string
  expiresAt: Date
  createdAt: CreatedAt
  updatedAt: Timestamp
}

export interface TwoFactorTable {
  accountId: string
  secret: string
  lastStep: Generated<number>
  sessionId: Nullable<string>
  createdAt: CreatedAt
}

export interface RecoveryCodeTable {
  accountId: string
  hash: string
  usedAt: Nullable<Date>
}

export interface PasskeyTable {
  id: string
  accountId: string
  credentialId: string
  publicKey: string
  counter: number
  transports: Generated<string[]>
  name: string
  createdAt: Date
  lastUsedAt: Nullable<Date>
}

export interface CalendarFeedTable {
  accountId: string
  tokenHash: string
  createdAt: Date
}

export interface PasskeyChallengeTable {
  tokenHash: string
  challenge: string
  purpose: PasskeyPurpose
  sessionId: Nullable<string>
  expiresAt: Date
}
