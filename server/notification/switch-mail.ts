import type { SwitchableKind } from '#domain/notification/kinds.ts'
import { refuse, type Verdict } from '#domain/verdict.ts'
import type { Services } from '../context.ts'
import { inTransaction } from '../record.ts'
import { readUnsubscribeToken } from './unsubscribe-link.ts'

/**
 * Switches the mails of one kind off or on, for whoever has the link of one of them: no log-in is needed, and
 * repeating it changes nothing. Notices on the site do not change. Refusals: `link`, `gone` (the account was deleted),
 * `limit`.
 */
export async function switchMail(
  services: Pick<Services, 'db' | 'events' | 'settings' | 'limits' | 'clock' | 'afterCommit'>,
  { token, on }: { token: string; on: boolean },
): Promise<Verdict<{ kind: SwitchableKind }>> {
  const found = readUnsubscribeToken(services.settings, token)
  if (!found)
    return refuse('link', 'This link is not complete. Please open the one in the email, or copy all of it.')
  const { accountId, kind } = found
  const refused = await services.limits.take('mailSwitches', accountId)
  if (refused) return refused
  return inTransaction<Verdict<{ kind: SwitchableKind }>>(services, async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select('deletedAt')
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account || account.deletedAt)
      return refuse('gone', 'This account was deleted. Nothing is sent to it any more.')
    const choice = { accountId, kind, channel: 'email' as const }
    if (on)
      await tx
        .deleteFrom('notificationChoice')
        .where('accountId', '=', accountId)
        .where('kind', '=', kind)
        .where('channel', '=', 'email')
        .execute()
    else
      await tx
        .insertInto('notificationChoice')
        .values({ ...choice, switchedOffAt: services.clock.now() })
        .onConflict((conflict) => conflict.columns(['accountId', 'kind', 'channel']).doNothing())
        .execute()
    return { ok: true, kind }
  })
}
