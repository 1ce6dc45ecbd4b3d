import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DataDirInUse } from '#db/embedded/lock.ts'
import { editDistance } from '#domain/edit-distance.ts'
import type { TimesKept } from '#domain/retention/policy.ts'
import { assistantFields, readAssistant, type AssistantSettings } from './assistant-settings.ts'
import { generalFields } from './general-settings.ts'
import { imageFields, type ImageSettings, readImages } from './image-settings.ts'
import { limitDefaults, type LimitName } from './limits.ts'
import { paymentFields, readPayments, type PaymentSettings } from './payment-settings.ts'
import { pushFields, readPush, type PushSettings } from './push-settings.ts'
import { readTimesKept, retentionFields } from './retention-settings.ts'
import { SettingError } from './setting-error.ts'

export { SettingError }

export type Mode = 'production' | 'demo' | 'dev' | 'test'

/** Every setting, in the order of README. */
export const settingFields = {
  ...generalFields,
  ...imageFields,
  ...paymentFields,
  ...assistantFields,
  ...pushFields,
  ...retentionFields,
}
const schema = z.object(settingFields)

type Values = z.infer<typeof schema>
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>

/** Settings that depend on the mode or on other settings; the others of `generalFields` are used as they were read. */
const dependent = [
  'BASE_URL',
  'DATABASE_PREPARE',
  'ALLOW_EMBEDDED',
  'SESSION_SECRET',
  'SMTP_URL',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'ADMIN_TWO_FACTOR',
  'ADMIN_FOUR_EYES',
] as const
type PlainName = Exclude<keyof typeof generalFields, (typeof dependent)[number]>
/** `DATABASE_POOL` becomes `databasePool`. */
type PlainSettings = { [Name in PlainName as CamelCase<Name>]: Values[Name] }

export type Settings = PlainSettings & {
  mode: Mode
  /**
   * The public origin of the site, without a slash at the end; links in mails and the cookie's `Secure` depend on it.
   */
  baseUrl: string
  /** Whether repeated statements are prepared. */
  databasePrepares: boolean
  /** Null: photos are on the disk, in `dataDir`. */
  images: ImageSettings | null
  sessionSecret: string
  smtpUrl: string | undefined
  admin: { email: string; password: string } | undefined
  adminTwoFactor: 'required' | 'optional'
  /** Whether the movements of `movementKinds` take effect only when another admin confirms them. */
  adminFourEyes: boolean
  /** Null: online payment is off. */
  payments: PaymentSettings | null
  /** Whether the payment provider is the emulator, and the port it tries first; 0 is any. */
  emulatePayments: boolean
  paymentEmulatorPort: number
  assistant: AssistantSettings
  /** Null: push messages are off. */
  push: PushSettings | null
  limits: Record<LimitName, { points: number; seconds: number }>
  /** How long each kind of data is kept before it is deleted: the settings `KEEP_…`. */
  kept: TimesKept
  /** The number of this process among those of `WORKERS`, from 1 on; the first process sets it. */
  worker: number
}

/** The printed reason of a failed start: the message of a setting error, any other error in full. */
export function startFailure(error: unknown): unknown {
  return error instanceof SettingError || error instanceof DataDirInUse ? error.message : error
}

/**
 * Reads the settings of the environment. In production it throws a `SettingError` that names the variable when a
 * secret is missing or an example value was left; demo and development use defaults for missing ones.
 */
export function readSettings(env: Record<string, string | undefined>, mode: Mode): Settings {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  refuseUnknown(Object.keys(given))
  const read = schema.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]!
    throw new SettingError(`${issue.path.join('.')}: ${issue.message}`)
  }
  const values = read.data
  if (mode === 'production') refuseUnsafe(values)
  if (values.WORKERS > 1 && !values.DATABASE_URL)
    throw new SettingError(
      'WORKERS: several processes need a DATABASE_URL; the embedded database is for one.',
    )
  if (values.DATABASE_REPLICA_URL && !values.DATABASE_URL)
    throw new SettingError('DATABASE_REPLICA_URL: a replica of what? Set DATABASE_URL, too.')
  const sessionSecret = values.SESSION_SECRET ?? keptSecret(values.DATA_DIR)
  return {
    ...plainSettings(values),
    mode,
    baseUrl: new URL(values.BASE_URL ?? `http://localhost:${values.PORT}`).origin,
    databasePrepares: values.DATABASE_PREPARE === '1',
    images: readImages(values),
    sessionSecret,
    smtpUrl: mode === 'production' ? values.SMTP_URL : undefined,
    admin:
      values.ADMIN_EMAIL && values.ADMIN_PASSWORD
        ? { email: values.ADMIN_EMAIL, password: values.ADMIN_PASSWORD }
        : undefined,
    adminTwoFactor: values.ADMIN_TWO_FACTOR ?? (mode === 'production' ? 'required' : 'optional'),
    adminFourEyes: values.ADMIN_FOUR_EYES === '1',
    ...readPayments(values, mode === 'production', sessionSecret),
    paymentEmulatorPort:
      values.PAYMONGO_EMULATOR_PORT ?? (values.PORT === 0 || values.PORT === 65535 ? 0 : values.PORT + 1),
    assistant: readAssistant(values),
    push: readPush(values, values.SUPPORT_EMAIL),
    limits: readLimits(given as Record<string, string>),
    kept: readTimesKept(values),
    worker: Number(env.HIRAM_WORKER ?? 1),
  }
}

const camelCase = (name: string) =>
  name.toLowerCase().replaceAll(/_(.)/g, (_, letter) => letter.toUpperCase())

function plainSettings(values: Values): PlainSettings {
  const names = Object.keys(generalFields) as (keyof typeof generalFields)[]
  const plain = names.filter((name) => !(dependent as readonly string[]).includes(name))
  return Object.fromEntries(plain.map((name) => [camelCase(name), values[name]])) as PlainSettings
}

function refuseUnsafe(values: Values) {
  const need = (name: string, why: string) => new SettingError(`${name} ${why}`)
  if (!values.SESSION_SECRET) throw need('SESSION_SECRET', 'is missing: set 32 or more random characters.')
  if (/change-?me|example|secret|password/i.test(values.SESSION_SECRET))
    throw need('SESSION_SECRET', 'still has an example value: set 32 or more random characters.')
  if (values.SESSION_SECRET.length < 32)
    throw need('SESSION_SECRET', 'is too short: 32 or more random characters.')
  if (!values.BASE_URL)
    throw need('BASE_URL', 'is missing: the address people use, such as https://hiram.ph.')
  if (/\bexample\.(com|org|net)$/.test(new URL(values.BASE_URL).hostname))
    throw need('BASE_URL', 'still has an example value.')
  if (!values.SMTP_URL)
    throw need('SMTP_URL', 'is missing: where mail is sent, such as smtps://user:password@mail.host:465.')
  if (/example\.(com|org|net)|change-?me/.test(values.SMTP_URL))
    throw need('SMTP_URL', 'still has an example value.')
  if (/change-?me|hiram-demo/i.test(values.ADMIN_PASSWORD ?? ''))
    throw need('ADMIN_PASSWORD', 'still has an example value.')
  if (!values.DATABASE_URL && values.ALLOW_EMBEDDED !== '1')
    throw need(
      'DATABASE_URL',
      'is missing. The embedded database does not survive a power cut; set ALLOW_EMBEDDED=1 to use it all the same.',
    )
}

const limitSetting = (name: LimitName) =>
  `LIMIT_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** A mistyped limit or time would silently stay the default. Other names may belong to other programs. */
function refuseUnknown(given: string[]) {
  const limits = (Object.keys(limitDefaults) as LimitName[]).map(limitSetting)
  const known = [...Object.keys(settingFields), ...limits].filter((name) => ours.test(name))
  const unknown = given.find((name) => ours.test(name) && !known.includes(name))
  if (!unknown) return
  const nearest = known.toSorted((a, b) => editDistance(unknown, a) - editDistance(unknown, b))[0]
  throw new SettingError(`${unknown}: there is no such setting. The nearest is ${nearest}.`)
}
const ours = /^(LIMIT|KEEP)_/

/** `LIMIT_CHECKOUTS=120/3600` is 120 in 3600 seconds; 0 of them is none at all. */
function readLimits(env: Record<string, string>): Settings['limits'] {
  const limits = { ...limitDefaults }
  for (const name of Object.keys(limits) as LimitName[]) {
    const variable = limitSetting(name)
    const value = env[variable]
    if (value === undefined) continue
    const match = /^(\d{1,9})\/([1-9]\d{0,8})$/.exec(value)
    if (!match)
      throw new SettingError(`${variable}: write it as number/seconds, such as 120/3600; 1 second at least.`)
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
