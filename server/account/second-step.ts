import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { asksSecondFactor } from '#domain/account/two-factor.ts'
import type { Context, Services } from '../context.ts'
import { hasPasskey } from './queries.ts'

const NAME = 'hiram.second_step'
const MINUTES = 10
const shape = /^([\da-f-]{36})\.(\d{1,11})\.([\w-]{43})$/

type Keys = Pick<Services, 'settings' | 'clock'>
/** An account and its stored password: a new password ends the second steps that the old one began. */
type Known = { id: string; hash: string }

/**
 * The cookie of a browser that gave the right password of an account: for ten minutes it may give the code, or use a
 * passkey.
 */
export function beginSecondStep(keys: Keys, { id, hash }: Known): string {
  const until = Math.floor(keys.clock.now().getTime() / 1000) + MINUTES * 60
  const value = `${id}.${until}.${sign(keys, id, until, hash)}`
  return serialize(NAME, value, { ...attributes, maxAge: MINUTES * 60 })
}

/** The cookie that ends the second step. */
export const endSecondStep = (): string => serialize(NAME, '', { ...attributes, maxAge: 0 })

const attributes = { path: '/', httpOnly: true, sameSite: 'Lax' } as const

/**
 * The account whose right password this browser gave within ten minutes; null otherwise, and once the account was
 * deleted or suspended or its password changed.
 */
export async function findSecondStep(ctx: Pick<Context, 'db' | 'headers'> & Keys) {
  const [, id, until, signature] = shape.exec(parse(ctx.headers.get('cookie') ?? '', NAME)[NAME] ?? '') ?? []
  if (!id || !until || !signature || Number(until) * 1000 <= ctx.clock.now().getTime()) return null
  const account = await ctx.db
    .selectFrom('account')
    .innerJoin('credential', 'credential.userId', 'account.id')
    .select(['account.id', 'account.email', 'account.role', 'account.twoFactorAt'])
    .select('credential.password as hash')
    .select(hasPasskey)
    .where('account.id', '=', id)
    .where('credential.providerId', '=', 'credential')
    .where('account.deletedAt', 'is', null)
    .where('account.suspendedAt', 'is', null)
    .executeTakeFirst()
  const isRequired = ctx.settings.adminTwoFactor === 'required'
  if (!account?.hash || !asksSecondFactor(account, { isRequired })) return null
  const right = sign(ctx, id, Number(until), account.hash)
  const isRight = timingSafeEqual(Buffer.from(signature), Buffer.from(right))
  return isRight ? { ...account, hash: account.hash } : null
}

const sign = ({ settings }: Keys, id: string, until: number, hash: string) =>
  createHmac('sha256', settings.sessionSecret)
    .update(`second-step:${id}:${until}:${hash}`)
    .digest('base64url')
