import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DataDirInUse } from '#db/embedded/lock.ts'
import { hostsOf } from '#db/hosts.ts'
import { assistantFields, readAssistant, type AssistantSettings } from './assistant-settings.ts'
import { imageFields, type ImageSettings, readImages } from './image-settings.ts'
import { limitDefaults, type LimitName } from './limits.ts'
import { paymentFields, readPayments, type PaymentSettings } from './payment-settings.ts'
import { pushFields, readPush, type PushSettings } from './push-settings.ts'
import { SettingError } from './setting-error.ts'

export { SettingError }

export type Mode = 'production' | 'demo' | 'dev' | 'test'

const text = z.string().trim().min(1)
/** An address of PostgreSQL, of one host or several. */
const postgresUrl = text.superRefine((url, issues) => {
  try {
    hostsOf(url)
  } catch (error) {
    issues.addIssue({ code: 'custom', message: (error as Error).message })
  }
})
const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: text.default('0.0.0.0'),
  WORKERS: z.coerce.number().int().min(1).max(64).default(1),
  BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.refine((url) => hostsOf(url).length === 1, 'name one host').optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  DATABASE_PREPARE: z.enum(['0', '1']).default('1'),
  EVENTS_URL: z
    .url({ protocol: /^rediss?$/ })
    .or(postgresUrl)
    .optional(),
  ALLOW_EMBEDDED: z.enum(['0', '1']).default('0'),
  SESSION_SECRET: text.optional(),
  SITE_NAME: text.default('Hiram'),
  SUPPORT_EMAIL: z.email().default('support@hiram.test'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text.default('Hiram <hello@hiram.test>'),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: text.optional(),
  REPLY_HOURS: z.coerce.number().int().min(1).max(720).default(48),
  TRUST_PROXY: z.coerce.number().int().min(0).max(5).default(0),
  MAX_CONNECTIONS: z.coerce.number().int().min(10).max(100_000).default(500),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  ...imageFields,
  ...paymentFields,
  ...assistantFields,
  ...pushFields,
})

export type Settings = {
  mode: Mode
  port: number
  host: string
  /** How many processes serve on this machine, on one port. */
  workers: number
  /** The origin people use, without a slash at the end; links in mails and the cookie's `Secure` follow it. */
  baseUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** A replica of that database, which guests read from. */
  databaseReplicaUrl: string | undefined
  databasePool: number
  /** Whether statements that come again are prepared. */
  databasePrepares: boolean
  /** Null: photos are on the disk, in `dataDir`. */
  images: ImageSettings | null
  /** What carries notices between processes; the database when it is not said. */
  eventsUrl: string | undefined
  sessionSecret: string
  siteName: string
  supportEmail: string
  smtpUrl: string | undefined
  mailFrom: string
  admin: { email: string; password: string } | undefined
  /** Null: there is no paying online. */
  payments: PaymentSettings | null
  /** Whether the provider of payments is the emulator, and the port it tries first; 0 is any. */
  emulatePayments: boolean
  paymentEmulatorPort: number
  assistant: AssistantSettings
  /** Null: no browsers are told of notices. */
  push: PushSettings | null
  /** How long an owner has to answer a request, in hours. */
  replyHours: number
  /** How many proxies of ours stand in front; the client's address is read that many hops from the right. */
  trustProxy: number
  /** How many connections a network may hold at once; behind proxies, how many requests. */
  maxConnections: number
  logLevel: string
  limits: Record<LimitName, { points: number; seconds: number }>
}

/** What ends a start: a mistake of the person starting it in its own words, anything else whole. */
export function startFailure(error: unknown): unknown {
  return error instanceof SettingError || error instanceof DataDirInUse ? error.message : error
}

/**
 * Reads the settings of the environment. In production it throws a `SettingError` that names the variable when a
 * secret is missing or an example value was left; demo and development fill in what they can do without.
 */
export function readSettings(env: Record<string, string | undefined>, mode: Mode): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const read = schema.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]!
    throw new SettingError(`${issue.path.join('.')}: ${issue.message}`)
  }
  const e = read.data
  if (mode === 'production') refuseUnsafe(e)
  if (e.WORKERS > 1 && !e.DATABASE_URL)
    throw new SettingError(
      'WORKERS: several processes need a DATABASE_URL; the embedded database is for one.',
    )
  if (e.DATABASE_REPLICA_URL && !e.DATABASE_URL)
    throw new SettingError('DATABASE_REPLICA_URL: a replica of what? Set DATABASE_URL, too.')
  const sessionSecret = e.SESSION_SECRET ?? keptSecret(e.DATA_DIR)
  return {
    mode,
    port: e.PORT,
    host: e.HOST,
    workers: e.WORKERS,
    baseUrl: new URL(e.BASE_URL ?? `http://localhost:${e.PORT}`).origin,
    dataDir: e.DATA_DIR,
    databaseUrl: e.DATABASE_URL,
    databaseReplicaUrl: e.DATABASE_REPLICA_URL,
    databasePool: e.DATABASE_POOL,
    databasePrepares: e.DATABASE_PREPARE === '1',
    images: readImages(e),
    eventsUrl: e.EVENTS_URL,
    sessionSecret,
    siteName: e.SITE_NAME,
    supportEmail: e.SUPPORT_EMAIL,
    smtpUrl: mode === 'production' ? e.SMTP_URL : undefined,
    mailFrom: e.MAIL_FROM,
    admin:
      e.ADMIN_EMAIL && e.ADMIN_PASSWORD ? { email: e.ADMIN_EMAIL, password: e.ADMIN_PASSWORD } : undefined,
    ...readPayments(e, mode === 'production', sessionSecret),
    paymentEmulatorPort: e.PAYMONGO_EMULATOR_PORT ?? (e.PORT === 0 || e.PORT === 65535 ? 0 : e.PORT + 1),
    assistant: readAssistant(e),
    push: readPush(e, e.SUPPORT_EMAIL),
    replyHours: e.REPLY_HOURS,
    trustProxy: e.TRUST_PROXY,
    maxConnections: e.MAX_CONNECTIONS,
    logLevel: e.LOG_LEVEL,
    limits: readLimits(given as Record<string, string>),
  }
}

function refuseUnsafe(e: z.infer<typeof schema>) {
  const need = (name: string, why: string) => new SettingError(`${name} ${why}`)
  if (!e.SESSION_SECRET) throw need('SESSION_SECRET', 'is missing: set 32 or more random characters.')
  if (/change-?me|example|secret|password/i.test(e.SESSION_SECRET))
    throw need('SESSION_SECRET', 'still has an example value: set 32 or more random characters.')
  if (e.SESSION_SECRET.length < 32)
    throw need('SESSION_SECRET', 'is too short: 32 or more random characters.')
  if (!e.BASE_URL) throw need('BASE_URL', 'is missing: the address people use, such as https://hiram.ph.')
  if (/\bexample\.(com|org|net)$/.test(new URL(e.BASE_URL).hostname))
    throw need('BASE_URL', 'still has an example value.')
  if (!e.SMTP_URL)
    throw need('SMTP_URL', 'is missing: where mail is sent, such as smtps://user:password@mail.host:465.')
  if (/example\.(com|org|net)|change-?me/.test(e.SMTP_URL))
    throw need('SMTP_URL', 'still has an example value.')
  if (/change-?me|hiram-demo/i.test(e.ADMIN_PASSWORD ?? ''))
    throw need('ADMIN_PASSWORD', 'still has an example value.')
  if (!e.DATABASE_URL && e.ALLOW_EMBEDDED !== '1')
    throw need(
      'DATABASE_URL',
      'is missing. The embedded database does not survive a power cut; set ALLOW_EMBEDDED=1 to use it all the same.',
    )
}

/** `LIMIT_CHECKOUT=120/3600` is 120 in 3600 seconds. */
function readLimits(env: Record<string, string>): Settings['limits'] {
  const limits = { ...limitDefaults }
  for (const name of Object.keys(limits) as LimitName[]) {
    const variable = `LIMIT_${name.replaceAll(/[A-Z]/g, (c) => `_${c}`).toUpperCase()}`
    const value = env[variable]
    if (value === undefined) continue
    const match = /^(\d{1,9})\/(\d{1,9})$/.exec(value)
    if (!match) throw new SettingError(`${variable}: write it as number/seconds, such as 120/3600.`)
    limits[name] = { points: Number(match[1]), seconds: Number(match[2]) }
  }
  return limits
}

function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'session-secret')
  try {
    return readFileSync(path, 'utf8')
  } catch {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const secret = randomBytes(32).toString('base64url')
    writeFileSync(path, secret, { mode: 0o600 })
    return secret
  }
}
