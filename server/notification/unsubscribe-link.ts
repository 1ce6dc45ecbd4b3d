import { createHmac, timingSafeEqual } from 'node:crypto'
import { validate as isUuid } from 'uuid'
import { switchableKinds, type SwitchableKind } from '#domain/notification/kinds.ts'
import type { Settings } from '../settings.ts'

type Secret = Pick<Settings, 'sessionSecret'>
/** What a link may switch: one kind of mail, for one account. It gives no other access, so it does not expire. */
export type MailSwitch = { accountId: string; kind: SwitchableKind }

const sign = ({ sessionSecret }: Secret, { accountId, kind }: MailSwitch) =>
  createHmac('sha256', sessionSecret).update(`unsubscribe:${accountId}:${kind}`).digest('base64url')

/** The path of the link that switches off one kind of mail, for whoever holds it. */
export function unsubscribePath(secret: Secret, of: MailSwitch): string {
  return `/unsubscribe?token=${of.accountId}.${of.kind}.${sign(secret, of)}`
}

/** Reads the token of such a link; null when it was not made here, or was changed. */
export function readUnsubscribeToken(secret: Secret, token: string): MailSwitch | null {
  const [accountId = '', name, signature = '', ...more] = token.slice(0, 200).split('.')
  const kind = switchableKinds.find((known) => known === name)
  if (!isUuid(accountId) || !kind || more.length > 0) return null
  const expected = Buffer.from(sign(secret, { accountId, kind }))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { accountId, kind }
}
