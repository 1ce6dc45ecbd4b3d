import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, Services } from '../context.ts'

const YEAR_SECONDS = 365 * 86_400
/** How many accounts one browser is remembered for. */
const MOST = 8
const entryShape = /^(\d{1,10})\.([\w-]{12})\.([\w-]{43})$/

type Keys = Pick<Services, 'settings' | 'clock'>

/**
 * Names the device of a request if somebody logged in from it to the account of this email (in lower case) within a year; null
 * otherwise. What the cookie says is signed, and tells nobody whose account it is.
 */
export function knownDevice(ctx: Pick<Context, 'headers'> & Keys, email: string): string | null {
  return entriesOf(ctx).find((entry) => isOf(ctx, entry, email)) ?? null
}

/** The cookie by which a device is known from now on to belong to someone of this account, beside those it knew already. */
export function rememberDevice(ctx: Pick<Context, 'headers'> & Keys, email: string): string {
  const others = entriesOf(ctx).filter((entry) => !isOf(ctx, entry, email))
  const since = Math.floor(ctx.clock.now().getTime() / 1000)
  const unsigned = `${since}.${randomBytes(9).toString('base64url')}`
  const entries = [`${unsigned}.${sign(ctx, unsigned, email)}`, ...others].slice(0, MOST)
  const https = ctx.settings.baseUrl.startsWith('https:')
  const attributes = `Max-Age=${YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`
  return `${nameOf(ctx)}=${entries.join('~')}; ${attributes}`
}

function isOf(ctx: Keys, entry: string, email: string): boolean {
  const [, since, nonce, signature] = entryShape.exec(entry) ?? []
  if (!since || !nonce || !signature) return false
  const age = ctx.clock.now().getTime() / 1000 - Number(since)
  const right = sign(ctx, `${since}.${nonce}`, email)
  return age <= YEAR_SECONDS && timingSafeEqual(Buffer.from(signature), Buffer.from(right))
}

function entriesOf(ctx: Pick<Context, 'headers'> & Keys): string[] {
  const name = `${nameOf(ctx)}=`
  const cookie = (ctx.headers.get('cookie') ?? '').split(/;\s*/).find((each) => each.startsWith(name))
  return (cookie?.slice(name.length).split('~') ?? [])
    .filter((entry) => entryShape.test(entry))
    .slice(0, MOST)
}

const nameOf = ({ settings }: Keys) =>
  settings.baseUrl.startsWith('https:') ? '__Host-hiram.device' : 'hiram.device'

const sign = ({ settings }: Keys, unsigned: string, email: string) =>
  createHmac('sha256', settings.sessionSecret).update(`device:${unsigned}:${email}`).digest('base64url')
