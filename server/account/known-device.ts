import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, Services } from '../context.ts'

const YEAR_SECONDS = 365 * 86_400
/** The most accounts for which one browser is remembered. */
const MOST = 8
const NAME = 'hiram.device'
const entryShape = /^(\d{1,10})\.([\w-]{12})\.([\w-]{43})$/

type Keys = Pick<Services, 'settings' | 'clock'>

/**
 * The id of the request's device if somebody logged in from it to the account of this email (in lower case) within a
 * year; null otherwise. The cookie is signed, and does not reveal whose account it is.
 */
export function knownDevice(ctx: Pick<Context, 'headers'> & Keys, email: string): string | null {
  return entriesOf(ctx).find((entry) => isOf(ctx, entry, email)) ?? null
}

/** The cookie that marks a device as known for this account, in addition to the accounts it was known for already. */
export function rememberDevice(ctx: Pick<Context, 'headers'> & Keys, email: string): string {
  const others = entriesOf(ctx).filter((entry) => !isOf(ctx, entry, email))
  const since = Math.floor(ctx.clock.now().getTime() / 1000)
  const unsigned = `${since}.${randomBytes(9).toString('base64url')}`
  const entries = [`${unsigned}.${sign(ctx, unsigned, email)}`, ...others].slice(0, MOST)
  return `${NAME}=${entries.join('~')}; Max-Age=${YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax`
}

function isOf(ctx: Keys, entry: string, email: string): boolean {
  const [, since, nonce, signature] = entryShape.exec(entry) ?? []
  if (!since || !nonce || !signature) return false
  const age = ctx.clock.now().getTime() / 1000 - Number(since)
  const right = sign(ctx, `${since}.${nonce}`, email)
  return age <= YEAR_SECONDS && timingSafeEqual(Buffer.from(signature), Buffer.from(right))
}

function entriesOf({ headers }: Pick<Context, 'headers'>): string[] {
  const cookie = (headers.get('cookie') ?? '').split(/;\s*/).find((each) => each.startsWith(`${NAME}=`))
  return (cookie?.slice(NAME.length + 1).split('~') ?? [])
    .filter((entry) => entryShape.test(entry))
    .slice(0, MOST)
}

const sign = ({ settings }: Keys, unsigned: string, email: string) =>
  createHmac('sha256', settings.sessionSecret).update(`device:${unsigned}:${email}`).digest('base64url')
