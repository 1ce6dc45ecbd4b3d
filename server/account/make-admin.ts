import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { asRecent, type HeadAdmin } from '#domain/access.ts'
import { isHead } from '#domain/account/admin-area.ts'
import type { MakeAdminForm } from '#domain/account/admin-form.ts'
import { DAY_MS } from '#domain/time.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { usernameFor } from './first-admin.ts'
import { lockAdmins } from './queries.ts'
import { recordAdminMails } from './record-admins.ts'
import { openAccount } from './sign-up.ts'

const INVITATION_MS = 3 * DAY_MS

/**
 * Opens an account for a new admin of an area, without a password that anybody knows, and mails a link to set one
 * within three days; the other heads are notified. Refusals: `proof`, `email-taken`, `not-found` (the acting admin is
 * no longer a head).
 */
export async function makeAdmin(
  ctx: Context,
  admin: HeadAdmin,
  { firstName, lastName, email, area }: Omit<MakeAdminForm, 'intent'>,
): Promise<Verdict> {
  const proof = asRecent(ctx.actor, ctx.clock.now())
  if (!proof.ok) return proof
  const password = randomBytes(32).toString('base64url')
  const opened = await openAccount(ctx, {
    ...{ role: 'admin', adminArea: area, firstName, lastName, email, password },
    username: usernameFor(email),
  })
  if (!opened.ok && opened.reason === 'email-taken')
    return refuse('email-taken', 'This email has an account already. An admin needs another email.')
  if (!opened.ok) return opened
  const { accountId } = opened
  // Until the transaction ends nobody was told of the account, and nobody knows its password. It may have ended although
  // an error says that the answer was lost: then its event is there.
  const remove = () =>
    sql`delete from account where id = ${accountId} and not exists (select from event
      where subject = 'account' and subject_id = ${accountId} and action = 'make-admin')`.execute(ctx.db)
  const made = await inTransaction(ctx, async (tx): Promise<Verdict> => {
    const admins = await lockAdmins(tx)
    if (!isHead(admins, admin.id)) return notFound()
    await tx.deleteFrom('session').where('userId', '=', accountId).execute()
    await recordEvents(tx, ctx, [
      { subject: 'account', subjectId: accountId, action: 'make-admin', detail: { area } },
    ])
    const expiresAt = new Date(ctx.clock.now().getTime() + INVITATION_MS).toISOString()
    await recordEffects(tx, ctx, [{ kind: 'admin-invitation-mail', payload: { accountId, expiresAt } }])
    await recordAdminMails(tx, ctx, admins, { adminId: accountId, change: 'made', area })
    return { ok: true }
  }).catch(async (error: unknown) => {
    await remove().catch(() => {})
    throw error
  })
  if (!made.ok) await remove()
  return made
}
