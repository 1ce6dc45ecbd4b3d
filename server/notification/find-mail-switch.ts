import type { SwitchableKind } from '#domain/notification/kinds.ts'
import type { Services } from '../context.ts'
import { findEmail } from './find-email.ts'
import { wantsNotice } from './queries.ts'
import { readUnsubscribeToken, wasSentTo } from './unsubscribe-link.ts'

export type FoundSwitch =
  /** Not a link of ours, or a changed one. */
  | { state: 'dead' }
  /** Its account was deleted. */
  | { state: 'gone' }
  | { state: 'on' | 'off'; kind: SwitchableKind; email: string | null }

/**
 * What the link of a mail switches, and whether it is on now. It changes nothing. The email address is masked,
 * `r…@hiram.test`, and null when the mail was sent to another one: whoever reads the old one does not learn the new.
 */
export async function findMailSwitch(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  token: string,
): Promise<FoundSwitch> {
  const found = readUnsubscribeToken(settings, token)
  if (!found) return { state: 'dead' }
  const email = await findEmail({ db }, found.accountId)
  if (email === undefined) return { state: 'gone' }
  const on = await wantsNotice(db, found.accountId, found.kind, 'email')
  const isSame = wasSentTo(settings, token, { ...found, email })
  return { state: on ? 'on' : 'off', kind: found.kind, email: isSame ? maskEmail(email) : null }
}

/** A link may be forwarded with its mail, so the page shows the address only in masked form. */
const maskEmail = (email: string) => `${[...email][0]}…${email.slice(email.lastIndexOf('@'))}`
