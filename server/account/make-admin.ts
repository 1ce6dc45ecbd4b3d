import { randomBytes } from 'node:crypto'
import { asRecent, type HeadAdmin } from '#domain/access.ts'
import { isHeadAdmin } from '#domain/account/admin-area.ts'
import type { MakeAdminForm } from '#domain/account/admin-form.ts'
import { DAY_MS, msAfter } from '#domain/time.ts'
import { notFound, refuse, type Verdict } from '#domain/verdict.ts'
import type { Context } from '../context.ts'
import { inTransaction, recordEffects, recordEvents } from '../record.ts'
import { usernameFor } from './first-admin.ts'
import { lockAdmins } from './queries.ts'
import { recordAdminMails } from './record-admin-mails.ts'
import { hashNewPassword, insertAccount } from './open-account.ts'

const INVITATION_MS = 3 * DAY_MS

/**
 * Opens an account for a new admin of an area, without a password that anybody knows, and mails a link to set one
 * within three days; the other head admins are notified. Refusals: `proof`, `email-taken`, `not-found` (the acting
 * admin is no longer a head admin).
 */
export async function makeAdmin(
  ctx: Context,
  admin: HeadAdmin,
  { firstName, lastName, email, area }: Omit<MakeAdminForm, 'intent'>,
): Promise<Verdict> {
  const proof = asRecent(ctx.actor, ctx.clock.now())
  if (!proof.ok) return proof
  const password = randomBytes(32).toString('base64url')
  const username = usernameFor(email)
  const account = { role: 'admin', adminArea: area, firstName, lastName, email, username, password } as const
  const hashed = await hashNewPassword(ctx, account)
  if (!hashed.ok) return hashed
  return inTransaction(ctx, async (tx): Promise<Verdict> => {
    const admins = await lockAdmins(tx)
    if (!isHeadAdmin(admins, admin.id)) return notFound()
    const opened = await insertAccount(tx, account, hashed.hash)
    if (!opened.ok && opened.reason === 'email-taken')
      return refuse('email-taken', 'This email has an account already. An admin needs another email.')
    if (!opened.ok) return opened
    const { accountId } = opened
    await recordEvents(tx, ctx, [
      { subject: 'account', subjectId: accountId, action: 'make-admin', detail: { area } },
    ])
    const expiresAt = msAfter(ctx.clock.now(), INVITATION_MS).toISOString()
    await recordEffects(tx, ctx, [{ kind: 'admin-invitation-mail', payload: { accountId, expiresAt } }])
    await recordAdminMails(tx, ctx, admins, { adminId: accountId, change: 'made', area })
    return { ok: true }
  })
}
