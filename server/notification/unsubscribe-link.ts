import { createHmac, timingSafeEqual } from 'node:crypto'
import { validate as isUuid } from 'uuid'
import { switchableKinds, type SwitchableKind } from '#domain/notification/kinds.ts'
import type { Settings } from '../settings.ts'

type Secret = Pick<Settings, 'sessionSecret'>
/** What a link may switch: one kind of mail, for one account. It gives no other access, so it does not expire. */
export type MailSwitch = { accountId: string; kind: SwitchableKind }

const sign = ({ sessionSecret }: Secret, { accountId, kind }: MailSwitch) =>
  createHmac('sha256', sessionSecret).update(`unsubscribe:${accountId}:${kind}`).digest('base64url')

/** Stands for the address that a mail was sent to, which the link does not tell. */
const signAddress = ({ sessionSecret }: Secret, accountId: string, to: string) =>
  createHmac('sha256', sessionSecret)
    .update(`unsubscribe-to:${accountId}:${to}`)
    .digest('base64url')
    .slice(0, ADDRESS_LENGTH)
const ADDRESS_LENGTH = 22
/** No token that is read has more characters. */
export const MAX_TOKEN = 200

/** The path of the link that switches off one kind of mail, for whoever holds it; `to` is where the mail is sent. */
export function unsubscribePath(secret: Secret, { to, ...of }: MailSwitch & { to: string }): string {
  const address = signAddress(secret, of.accountId, to)
  return `/unsubscribe?token=${of.accountId}.${of.kind}.${sign(secret, of)}.${address}`
}

/**
 * Reads the token of such a link; null when it was not made here, or was changed. Links of mails from before addresses
 * were in them are read, too.
 */
export function readUnsubscribeToken(secret: Secret, token: string): MailSwitch | null {
  const [accountId = '', name, signature = '', address, ...more] = token.slice(0, MAX_TOKEN).split('.')
  const kind = switchableKinds.find((known) => known === name)
  if (!isUuid(accountId) || !kind || more.length > 0) return null
  if (address !== undefined && address.length !== ADDRESS_LENGTH) return null
  const expected = Buffer.from(sign(secret, { accountId, kind }))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { accountId, kind }
}

/** Whether the mail with this link was sent to an address. */
export function wasSentTo(
  secret: Secret,
  token: string,
  { accountId, email }: { accountId: string; email: string },
) {
  return token.split('.')[3] === signAddress(secret, accountId, email)
}
