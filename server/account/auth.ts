import { betterAuth } from 'better-auth'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { SESSION_COOKIE_SECONDS } from '#domain/account/session.ts'
import type { Database } from '#db/schema.ts'
import type { Settings } from '../settings.ts'

/**
 * Passwords and sessions, kept by better-auth in our tables. Its HTTP handler is not mounted: only the verbs of this
 * folder call it, so nothing it would accept over HTTP can reach it.
 */
export function createAuth(db: Kysely<Database>, settings: Settings) {
  return betterAuth({
    appName: settings.siteName,
    baseURL: settings.baseUrl,
    secret: settings.sessionSecret,
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: { disabled: settings.logLevel === 'silent', level: 'error' },
    rateLimit: { enabled: false },
    emailAndPassword: { enabled: true, autoSignIn: true, minPasswordLength: 8, maxPasswordLength: 512 },
    user: {
      modelName: 'account',
      additionalFields: {
        firstName: { type: 'string', required: true },
        lastName: { type: 'string', required: true },
        username: { type: 'string', required: true },
        role: { type: 'string', required: true },
        location: { type: 'string', required: false },
        deletedAt: { type: 'date', required: false, input: false },
        suspendedAt: { type: 'date', required: false, input: false },
      },
    },
    account: { modelName: 'credential' },
    // When a session ends is ours to say (`read-actor.ts`); its cookie lasts as long as any may.
    session: { expiresIn: SESSION_COOKIE_SECONDS, disableSessionRefresh: true },
    advanced: {
      cookiePrefix: 'hiram',
      // Over https the door names every cookie `__Host-…` and makes it `Secure`: see `server/http/host-cookies.ts`.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
      // A session and its account are one statement.
      database: { generateId: () => uuid(), joins: true },
      ipAddress: { disableIpTracking: true },
    },
  })
}

export type Auth = ReturnType<typeof createAuth>
