import { betterAuth } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { SESSION_COOKIE_SECONDS } from '#domain/account/session.ts'
import type { Database } from '#db/schema.ts'
import type { Settings } from './settings.ts'

/** How passwords become hashes, and are compared with them. */
export type Passwords = {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

const scrypt: Passwords = { hash: hashPassword, verify: verifyPassword }

/**
 * Passwords and sessions, managed by better-auth in our tables. Its HTTP handler is not mounted: only the use cases of
 * this folder call it, so no HTTP request reaches it directly.
 */
export function createAuth(db: Kysely<Database>, settings: Settings, password = scrypt) {
  return betterAuth({
    appName: settings.siteName,
    baseURL: settings.baseUrl,
    secret: settings.sessionSecret,
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: settings.logLevel === 'silent', level: 'error' },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 8,
      maxPasswordLength: 512,
      password,
    },
    user: {
      modelName: 'account',
      additionalFields: {
        firstName: { type: 'string', required: true },
        lastName: { type: 'string', required: true },
        username: { type: 'string', required: true },
        role: { type: 'string', required: true },
        adminArea: { type: 'string', required: false },
        location: { type: 'string', required: false },
        deletedAt: { type: 'date', required: false, input: false },
        suspendedAt: { type: 'date', required: false, input: false },
      },
    },
    account: { modelName: 'credential' },
    // `read-actor.ts` decides when a session ends; the cookie lasts as long as the longest session.
    session: { expiresIn: SESSION_COOKIE_SECONDS, disableSessionRefresh: true },
    advanced: {
      cookiePrefix: 'hiram',
      // Over https `server/http/host-cookies.ts` renames every cookie to `__Host-…` and makes it `Secure`.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      // A session and its account are read in one statement.
      database: { generateId: () => uuid(), joins: true },
      ipAddress: { disableIpTracking: true },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
