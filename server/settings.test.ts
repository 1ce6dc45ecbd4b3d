import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { limitDefaults } from './limits.ts'
import { readSettings, SettingError } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'hiram-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a production needs, and no more. */
const production = {
  SESSION_SECRET: '7Zc1bW0q9tR4xYk2mPvLh8sNdGfJuEaB',
  BASE_URL: 'https://hiram.ph',
  SMTP_URL: 'smtps://hiram:hunter2@mail.hiram.ph:465',
  DATABASE_URL: 'postgres://hiram@db/hiram',
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
    ['ADMIN_PASSWORD', 'hiram-demo-2026', 'still has an example value'],
    ['ADMIN_PASSWORD', 'change-me', 'still has an example value'],
    ['ADMIN_EMAIL', 'nobody', ''],
    ['PORT', 'eighty', ''],
    ['PORT', '65536', ''],
    ['TRUST_PROXY', '-1', ''],
    ['LOG_LEVEL', 'loud', ''],
    ['LIMIT_CHECKOUTS', '120', 'number/seconds'],
    ['LIMIT_CHECKOUTS', 'many/3600', 'number/seconds'],
    ['LIMIT_FAILED_LOGINS_MINUTE', '-1/60', 'number/seconds'],
  ])('does not start with %s as %j, and names it', (name, value, words) => {
    const message = refusalOf({ ...production, [name]: value })
    expect(message).toMatch(new RegExp(`^${name}\\b`))
    expect(message).toContain(words)
  })

  it('says nothing of the values of secrets', () => {
    expect(refusalOf({ ...production, SESSION_SECRET: 'changeme-7Zc1bW0q9tR4xYk2mPvLh8sN' })).not.toContain(
      '7Zc1',
    )
    expect(refusalOf({ ...production, SMTP_URL: 'smtp://u:hunter2@mail.example.com' })).not.toContain(
      'hunter2',
    )
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

  it('sends no mail to the outside, whatever is set', () => {
    expect(readSettings({ ...production, DATA_DIR: folder }, 'demo').smtpUrl).toBeUndefined()
  })
})

describe('settings', () => {
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
