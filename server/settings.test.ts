import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { generateVAPIDKeys } from 'web-push'
import { limitDefaults } from './limits.ts'
import { readSettings, SettingError } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'hiram-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The minimal settings of a production. */
const production = {
  SESSION_SECRET: '7Zc1bW0q9tR4xYk2mPvLh8sNdGfJuEaB',
  BASE_URL: 'https://hiram.ph',
  SMTP_URL: 'smtps://hiram:hunter2@mail.hiram.ph:465',
  DATABASE_URL: 'postgres://hiram@db/hiram',
}
const keys = { PAYMONGO_SECRET_KEY: 'sk_live_9hV2kQ7sLm3T', PAYMONGO_WEBHOOK_SECRET: 'whsk_4rT8nBq1ZcXw' }
const bucket = {
  IMAGES_URL: 'https://s3.ap-southeast-1.amazonaws.com/hiram-photos',
  IMAGES_ACCESS_KEY_ID: 'AKIA4RT8NBQ1ZCXW',
  IMAGES_SECRET_ACCESS_KEY: '9hV2kQ7sLm3T4rT8nBq1ZcXw',
}
const refusalOf = (env: Record<string, string | undefined>, mode: 'production' | 'demo' = 'production') => {
  try {
    readSettings(env, mode)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingError)
    return (error as Error).message
  }
  return 'started'
}

describe('a production', () => {
  it('starts with what it needs', () => {
    const settings = readSettings(production, 'production')
    expect(settings).toMatchObject({
      mode: 'production',
      port: 3000,
      baseUrl: 'https://hiram.ph',
      smtpUrl: production.SMTP_URL,
      trustProxy: 0,
      admin: undefined,
      limits: limitDefaults,
    })
  })

  it.each([
    ['SESSION_SECRET', undefined, 'is missing'],
    ['SESSION_SECRET', '', 'is missing'],
    ['SESSION_SECRET', 'short-0123456789', 'is too short'],
    ['SESSION_SECRET', 'change-me-change-me-change-me-change-me', 'still has an example value'],
    ['SESSION_SECRET', 'this-is-a-secret-this-is-a-secret-12345', 'still has an example value'],
    ['BASE_URL', undefined, 'is missing'],
    ['BASE_URL', 'https://hiram.example.com', 'still has an example value'],
    ['BASE_URL', 'hiram.ph', ''],
    ['BASE_URL', 'javascript:alert(1)', ''],
    ['SMTP_URL', undefined, 'is missing'],
    ['SMTP_URL', 'smtp://user:password@mail.example.com', 'still has an example value'],
    ['SMTP_URL', 'https://mail.hiram.ph', ''],
    ['DATABASE_URL', undefined, 'ALLOW_EMBEDDED=1'],
    ['DATABASE_URL', 'mysql://db/hiram', ''],
    ['DATABASE_URL', 'postgres://hiram@db1,,db2/hiram', 'several hosts with commas'],
    ['DATABASE_URL', 'postgres://hiram@db1:5432,db2:many/hiram', 'several hosts with commas'],
    ['DATABASE_URL', 'postgres://db1,db2/hiram?target_session_attrs=any', 'can only be read-write'],
    ['DATABASE_REPLICA_URL', 'postgres://db2,db3/hiram', 'name one host'],
    ['EVENTS_URL', 'nats://events', ''],
    ['ADMIN_PASSWORD', 'hiram-demo-2026', 'still has an example value'],
    ['ADMIN_PASSWORD', 'change-me', 'still has an example value'],
    ['ADMIN_EMAIL', 'nobody', ''],
    ['PORT', 'eighty', ''],
    ['PORT', '65536', ''],
    ['TRUST_PROXY', '-1', ''],
    ['LOG_LEVEL', 'loud', ''],
    ['PAYMONGO_SECRET_KEY', undefined, 'is missing'],
    ['PAYMONGO_SECRET_KEY', '', 'is missing'],
    ['PAYMONGO_SECRET_KEY', 'sk_live_example1234', 'still has an example value'],
    ['PAYMONGO_SECRET_KEY', 'sk_live_xxxxxxxxxxxx', 'still has an example value'],
    ['PAYMONGO_SECRET_KEY', 'pk_live_9hV2kQ7sLm3T', 'has not the form'],
    ['PAYMONGO_SECRET_KEY', 'sk_live_9hV2 kQ7sLm3T', 'has not the form'],
    ['PAYMONGO_WEBHOOK_SECRET', undefined, 'is missing'],
    ['PAYMONGO_WEBHOOK_SECRET', 'whsk_change-me-please', 'still has an example value'],
    ['PAYMONGO_WEBHOOK_SECRET', 'sk_live_9hV2kQ7sLm3T', 'has not the form'],
    ['PAYMONGO_CHANNELS', 'card,maya', ''],
    ['PAYMONGO_CHANNELS', ',', ''],
    ['PAYMONGO_MINIMUM_CENTAVOS', '20.5', ''],
    ['PAYMONGO_MINIMUM_CENTAVOS', '0', ''],
    ['PAYMONGO_WEBHOOK_TOLERANCE', '-1', ''],
    ['PAYMONGO_EMULATOR_PORT', '65536', ''],
    ['GEMINI_API_KEY', 'your-key-goes-in-here-1234', 'still has an example value'],
    ['GEMINI_API_KEY', 'AIza short', 'has not the form'],
    ['GEMINI_MODEL', 'Gemini 1.5 Flash', ''],
    ['GEMINI_FALLBACK_MODELS', '../models/other', ''],
    ['GEMINI_THINKING_LEVEL', 'deep', ''],
    ['ASSISTANT', 'maybe', ''],
    ['ASSISTANT_DAILY_BUDGET', '-1', ''],
    ['IMAGES_REGION', 'Asia Pacific', ''],
    ['VAPID_SUBJECT', 'support', ''],
    ['LIMIT_CASH_PENDING', '20/3600', ''],
    ['LIMIT_UNPAID_ORDERS', '0', ''],
    ['LIMIT_CHEKOUT', '120/3600', 'there is no such setting. The nearest is LIMIT_CHECKOUTS.'],
    ['LIMIT_UNPAID_ORDER', '5', 'there is no such setting. The nearest is LIMIT_UNPAID_ORDERS.'],
    ['KEEP_NOTICE', '90 days', 'there is no such setting. The nearest is KEEP_NOTICES.'],
    ['KEEP_NOTICES', 'abc', 'write it as 90 days'],
    ['LIMIT_CHECKOUTS', 'abc', 'number/seconds'],
    ['LIMIT_CHECKOUTS', '120', 'number/seconds'],
    ['LIMIT_CHECKOUTS', 'many/3600', 'number/seconds'],
    ['LIMIT_FAILED_LOGINS_MINUTE', '-1/60', 'number/seconds'],
    ['LIMIT_FAILED_LOGINS_MINUTE', '5/0', '1 second at least'],
  ])('does not start with %s as %j, and names it', (name, value, words) => {
    const message = refusalOf({ ...production, ...keys, [name]: value })
    expect(message).toMatch(new RegExp(`^${name}\\b`))
    expect(message).toContain(words)
  })

  it('does not reveal the values of secrets', () => {
    expect(refusalOf({ ...production, SESSION_SECRET: 'changeme-7Zc1bW0q9tR4xYk2mPvLh8sN' })).not.toContain(
      '7Zc1',
    )
    expect(
      refusalOf({ ...production, ...keys, PAYMONGO_SECRET_KEY: 'sk_live_example_9hV2kQ7' }),
    ).not.toContain('9hV2kQ7')
    expect(refusalOf({ ...production, SMTP_URL: 'smtp://u:hunter2@mail.example.com' })).not.toContain(
      'hunter2',
    )
  })

  it('takes no payment online without keys, and starts', () => {
    const settings = readSettings(production, 'production')
    expect(settings).toMatchObject({ payments: null, emulatePayments: false })
  })

  it.each(['sk_live_9hV2kQ7sLm3T', 'sk_test_9hV2kQ7sLm3T'])('takes payments online with %s', (secretKey) => {
    const env = { ...production, ...keys, PAYMONGO_SECRET_KEY: secretKey }
    expect(readSettings(env, 'production')).toMatchObject({
      emulatePayments: false,
      payments: {
        secretKey,
        webhookSecret: keys.PAYMONGO_WEBHOOK_SECRET,
        channels: ['card', 'gcash', 'paymaya', 'grab_pay'],
        minimumCentavos: 2000,
        webhookToleranceSeconds: 10_800,
      },
    })
  })

  it('offers push messages with a pair of keys only', () => {
    const pair = generateVAPIDKeys()
    const withKeys = (VAPID_PUBLIC_KEY?: string, VAPID_PRIVATE_KEY?: string) => ({
      ...production,
      VAPID_PUBLIC_KEY,
      VAPID_PRIVATE_KEY,
    })
    expect(readSettings(production, 'production').push).toBeNull()
    expect(readSettings(withKeys(pair.publicKey, pair.privateKey), 'production').push).toEqual({
      ...pair,
      subject: 'mailto:support@hiram.test',
      hosts: [],
    })
    expect(refusalOf(withKeys(pair.publicKey))).toMatch(/^VAPID_PRIVATE_KEY is missing/)
    expect(refusalOf(withKeys(undefined, pair.privateKey))).toMatch(/^VAPID_PUBLIC_KEY is missing/)
    for (const other of [generateVAPIDKeys().privateKey, 'nonsense', `${pair.privateKey}=`]) {
      const refusal = refusalOf(withKeys(pair.publicKey, other))
      expect(refusal).toMatch(/^VAPID_PRIVATE_KEY is not the key of VAPID_PUBLIC_KEY/)
      expect(refusal).not.toContain(other)
    }
    const subject = { ...withKeys(pair.publicKey, pair.privateKey), VAPID_SUBJECT: 'https://[' }
    expect(refusalOf(subject)).toMatch(/VAPID_SUBJECT/)
  })

  it('keeps photos on the disk, or in a bucket whose address and keys are set', () => {
    expect(readSettings(production, 'production').images).toBeNull()
    const settings = (changes: object) => readSettings({ ...production, ...bucket, ...changes }, 'production')
    expect(settings({}).images).toEqual({
      url: 'https://s3.ap-southeast-1.amazonaws.com/hiram-photos',
      region: undefined,
      accessKeyId: bucket.IMAGES_ACCESS_KEY_ID,
      secretAccessKey: bucket.IMAGES_SECRET_ACCESS_KEY,
    })
    for (const [IMAGES_URL, url] of [
      [
        'https://hiram-photos.sgp1.digitaloceanspaces.com/',
        'https://hiram-photos.sgp1.digitaloceanspaces.com',
      ],
      ['http://10.0.0.7:9000/photos/', 'http://10.0.0.7:9000/photos'],
    ])
      expect(settings({ IMAGES_URL, IMAGES_REGION: 'auto' }).images).toMatchObject({ url, region: 'auto' })
  })

  it.each([
    [{ IMAGES_URL: undefined }, /^IMAGES_URL is missing/],
    [{ IMAGES_URL: 'hiram-photos' }, /^IMAGES_URL: write the address of a bucket/],
    [{ IMAGES_URL: 's3://hiram-photos' }, /^IMAGES_URL: write the address of a bucket/],
    [{ IMAGES_URL: 'https://key:hunter2@s3.hiram.ph/photos' }, /^IMAGES_URL has a key in it/],
    [{ IMAGES_URL: 'https://s3.hiram.ph/photos/of/people' }, /nothing behind it/],
    [{ IMAGES_URL: 'https://s3.hiram.ph/photos?region=auto' }, /nothing behind it/],
    [{ IMAGES_URL: 'https://s3.example.com/photos' }, /^IMAGES_URL still has an example value/],
    [{ IMAGES_ACCESS_KEY_ID: undefined }, /^IMAGES_ACCESS_KEY_ID is missing/],
    [{ IMAGES_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE' }, /^IMAGES_ACCESS_KEY_ID still has an example value/],
    [{ IMAGES_SECRET_ACCESS_KEY: '' }, /^IMAGES_SECRET_ACCESS_KEY is missing/],
    [
      { IMAGES_SECRET_ACCESS_KEY: 'hunter2-change-me' },
      /^IMAGES_SECRET_ACCESS_KEY still has an example value/,
    ],
  ])('does not start with a bucket set as %j', (changes, words) => {
    const message = refusalOf({ ...production, ...bucket, ...changes })
    expect(message).toMatch(words)
    expect(message).not.toContain('hunter2')
  })

  it('has the built-in assistant without a key', () => {
    const settings = readSettings(production, 'production')
    expect(settings.assistant).toEqual({ on: true, dailyBudget: 2_000_000, gemini: null })
  })

  it('asks the model of the spec with a key, then the newest; others where they are set', () => {
    const env = { ...production, GEMINI_API_KEY: 'AIzaSyB4kQ7sLm3T9hV2rT8nBq1ZcXw' }
    expect(readSettings(env, 'production').assistant.gemini).toEqual({
      apiKey: env.GEMINI_API_KEY,
      models: ['gemini-1.5-flash', 'gemini-flash-latest'],
      thinkingLevel: undefined,
    })
    const others = {
      GEMINI_MODEL: 'gemini-3.8-flash',
      GEMINI_FALLBACK_MODELS: 'gemini-3.5-flash-lite, gemini-3.8-flash',
    }
    const set = readSettings(
      { ...env, ...others, GEMINI_THINKING_LEVEL: 'LOW', ASSISTANT: 'off' },
      'production',
    )
    expect(set.assistant).toMatchObject({
      on: false,
      gemini: { models: ['gemini-3.8-flash', 'gemini-3.5-flash-lite'], thinkingLevel: 'LOW' },
    })
  })

  it('may be told to use the embedded database', () => {
    const env = { ...production, DATABASE_URL: undefined, ALLOW_EMBEDDED: '1' }
    expect(readSettings(env, 'production').databaseUrl).toBeUndefined()
  })

  it('writes no secret file', () => {
    readSettings({ ...production, DATA_DIR: join(folder, 'production') }, 'production')
    expect(existsSync(join(folder, 'production'))).toBe(false)
  })
})

describe('a demo', () => {
  // Spec: D40
  it('starts with nothing set, keeps its secret from start to start, and lets nobody else read it', () => {
    const env = { DATA_DIR: join(folder, 'demo') }
    const [first, second] = [readSettings(env, 'demo'), readSettings(env, 'demo')]
    expect(first.sessionSecret.length).toBeGreaterThanOrEqual(32)
    expect(second.sessionSecret).toBe(first.sessionSecret)
    expect(statSync(join(env.DATA_DIR, 'session-secret')).mode & 0o077).toBe(0)
    expect(readSettings({ DATA_DIR: join(folder, 'other') }, 'demo').sessionSecret).not.toBe(
      first.sessionSecret,
    )
  })

  it('has an emulator of payments without keys, whose own keys nobody can guess', () => {
    const [first, again, other] = ['demo', 'demo', 'third'].map((name) =>
      readSettings({ DATA_DIR: join(folder, name) }, 'demo'),
    )
    expect(first).toMatchObject({ emulatePayments: true, paymentEmulatorPort: 3001 })
    expect(first!.payments!.secretKey).toMatch(/^sk_test_[0-9a-f]{32}$/)
    expect(again!.payments).toEqual(first!.payments)
    expect(other!.payments!.secretKey).not.toBe(first!.payments!.secretKey)
    expect(other!.payments!.webhookSecret).not.toBe(first!.payments!.webhookSecret)
  })

  it('asks PayMongo itself with keys of its test mode, and takes no live key', () => {
    const env = { DATA_DIR: folder, ...keys }
    expect(refusalOf(env, 'demo')).toMatch(/^PAYMONGO_SECRET_KEY is a live key/)
    const test = readSettings({ ...env, PAYMONGO_SECRET_KEY: 'sk_test_9hV2kQ7sLm3T' }, 'demo')
    expect(test).toMatchObject({ emulatePayments: false, payments: { secretKey: 'sk_test_9hV2kQ7sLm3T' } })
  })

  it.each([
    [{ PORT: '65535' }, 0],
    [{ PORT: '0' }, 0],
    [{ PORT: '4000' }, 4001],
    [{ PORT: '4000', PAYMONGO_EMULATOR_PORT: '5000' }, 5000],
  ])('with %j looks for a port for the emulator from %i on', (env, port) => {
    expect(readSettings({ DATA_DIR: folder, ...env }, 'demo').paymentEmulatorPort).toBe(port)
  })

  // Spec: D40
  it('sends no mail to the outside, whatever is set', () => {
    expect(readSettings({ ...production, DATA_DIR: folder }, 'demo').smtpUrl).toBeUndefined()
  })
})

describe('settings', () => {
  it('have each way to pay online once, however it was written', () => {
    const env = { ...production, ...keys, PAYMONGO_CHANNELS: 'gcash, qrph ,gcash' }
    expect(readSettings(env, 'production').payments?.channels).toEqual(['gcash', 'qrph'])
  })

  it('take the origin of the base address only', () => {
    const env = { ...production, BASE_URL: 'https://hiram.ph/some/path?x=1' }
    expect(readSettings(env, 'production').baseUrl).toBe('https://hiram.ph')
  })

  it.each([
    ['LIMIT_CHECKOUTS', 'checkouts'],
    ['LIMIT_FAILED_LOGINS_MINUTE', 'failedLoginsMinute'],
    ['LIMIT_SIGN_UPS', 'signUps'],
    ['LIMIT_NEW_LISTINGS', 'newListings'],
  ] as const)('read %s', (variable, name) => {
    const { limits } = readSettings({ ...production, [variable]: '7/90' }, 'production')
    expect(limits).toEqual({ ...limitDefaults, [name]: { points: 7, seconds: 90 } })
  })

  // Spec: D39, D42
  it('read how many orders may wait at once, and have the decided figures otherwise', () => {
    const { limitCashPending, limitCashPerOwner, limitCashUnconfirmed, limitUnpaidOrders } = readSettings(
      { ...production, LIMIT_CASH_PENDING: '30' },
      'production',
    )
    expect([limitCashPending, limitCashPerOwner]).toEqual([30, 20])
    expect([limitCashUnconfirmed, limitUnpaidOrders]).toEqual([5, 5])
  })

  it('keep things for as long as they say', () => {
    const { kept } = readSettings({ ...production, KEEP_CHATS: ' 18 Months' }, 'production')
    expect(kept).toMatchObject({ chats: '18 months', notices: '1 year' })
  })

  it.each([
    [{ KEEP_CHATS: '2 weeks' }, /^KEEP_CHATS: write it as 90 days/],
    [{ KEEP_NOTICES: '0 days' }, /^KEEP_NOTICES: write it as/],
    [{ KEEP_DONE_JOBS: '3 days' }, /^KEEP_DONE_JOBS: 4 days is the least/],
    [{ KEEP_LOG_INS: '1 month' }, /^KEEP_LOG_INS: 90 days is the least/],
  ])('does not start with %j', (env, words) => {
    expect(refusalOf({ ...production, ...env })).toMatch(words)
  })

  it('have an admin only with both email and password', () => {
    const email = { ADMIN_EMAIL: 'admin@hiram.ph' }
    expect(readSettings({ ...production, ...email }, 'production').admin).toBeUndefined()
    const both = { ...production, ...email, ADMIN_PASSWORD: 'jeepney ride at dusk' }
    expect(readSettings(both, 'production').admin).toEqual({
      email: 'admin@hiram.ph',
      password: 'jeepney ride at dusk',
    })
  })
})
