import type { NoticeKind } from '#domain/notification/kinds.ts'
import type { Services } from '../context.ts'
import { wantsNotice } from './queries.ts'
import { readUnsubscribeToken } from './unsubscribe-link.ts'

export type FoundSwitch =
  /** Not a link of ours, or altered on its way. */
  | { state: 'dead' }
  /** Its account was deleted. */
  | { state: 'gone' }
  | { state: 'on' | 'off'; kind: NoticeKind; email: string }

/**
 * What the link of a mail switches, and how it stands now. It changes nothing. The address is shown to its person
 * only: `r…@hiram.test`.
 */
export async function findMailSwitch(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  token: string,
): Promise<FoundSwitch> {
  const found = readUnsubscribeToken(settings, token)
  if (!found) return { state: 'dead' }
  const account = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', found.accountId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (!account) return { state: 'gone' }
  const on = await wantsNotice(db, found.accountId, found.kind, 'email')
  return { state: on ? 'on' : 'off', kind: found.kind, email: hinted(account.email) }
}

/** A link may be passed on with its mail, so the page gives the address away to nobody who does not know it. */
const hinted = (email: string) => `${[...email][0]}…${email.slice(email.lastIndexOf('@'))}`
