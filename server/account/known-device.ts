import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context, Services } from '../context.ts'
import { hasEmail } from './has-email.ts'

const YEAR_SECONDS = 365 * 86_400
/** The most accounts for which one browser is remembered. */
const MAX_ACCOUNTS = 8
const COOKIE = 'hiram.device'
const entryShape = /^(\d{1,10})\.([\w-]{12})\.([\w-]{43})$/

type Keys = Pick<Services, 'settings' | 'clock'>

/**
 * The cookie entry that shows that this browser logged in to the account with this email (in lower case); null if
 * there is none, or if it is older than a year or than the account's password. The entry is signed, and does not
 * reveal whose account it is.
 */
export async function knownDevice(
  ctx: Pick<Context, 'db' | 'headers'> & Keys,
  email: string,
): Promise<string | null> {
  const entries = entriesOf(ctx)
  if (entries.length === 0) return null
  const account = await ctx.db
    .selectFrom('account')
    .select(['id', 'createdAt', 'passwordResetAt'])
    .where(hasEmail(email))
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!account) return null
  const { id, createdAt, passwordResetAt } = account
  const oldestValid = Math.max(
    secondsOf(ctx.clock.now()) - YEAR_SECONDS,
    secondsOf(passwordResetAt ?? new Date(0)),
  )
  const found = entries.find((entry) => {
    const madeAt = Number.parseInt(entry, 10)
    if (madeAt < oldestValid) return false
    return isSigned(ctx, entry, id) || (madeAt >= secondsOf(createdAt) && isSigned(ctx, entry, email))
  })
  return found ?? null
}

/** The cookie that marks a device as known for this account, in addition to the accounts it was known for already. */
export function rememberDevice(
  ctx: Pick<Context, 'headers'> & Keys,
  { id, email }: { id: string; email: string },
): string {
  const others = entriesOf(ctx).filter((entry) => !isSigned(ctx, entry, id) && !isSigned(ctx, entry, email))
  const unsigned = `${secondsOf(ctx.clock.now())}.${randomBytes(9).toString('base64url')}`
  const entries = [`${unsigned}.${sign(ctx, unsigned, id)}`, ...others].slice(0, MAX_ACCOUNTS)
  return `${COOKIE}=${entries.join('~')}; Max-Age=${YEAR_SECONDS}; Path=/; HttpOnly; SameSite=Lax`
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

/** Whether an entry was made for this account: for its id, or in version 0.1.0 for its email in lower case. */
function isSigned(ctx: Keys, entry: string, account: string): boolean {
  const [, madeAt, nonce, signature] = entryShape.exec(entry) ?? []
  if (!madeAt || !nonce || !signature) return false
  return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(ctx, `${madeAt}.${nonce}`, account)))
}

function entriesOf({ headers }: Pick<Context, 'headers'>): string[] {
  const cookie = (headers.get('cookie') ?? '').split(/;\s*/).find((each) => each.startsWith(`${COOKIE}=`))
  return (cookie?.slice(COOKIE.length + 1).split('~') ?? [])
    .filter((entry) => entryShape.test(entry))
    .slice(0, MAX_ACCOUNTS)
}

const sign = ({ settings }: Keys, unsigned: string, account: string) =>
  createHmac('sha256', settings.sessionSecret).update(`device:${unsigned}:${account}`).digest('base64url')
