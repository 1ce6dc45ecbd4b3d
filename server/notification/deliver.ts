import { isOnSite, reaches } from '#domain/notification/kinds.ts'
import type { MailGateway } from '#gateways/mail/port.ts'
import type { Services } from '../context.ts'
import { inTransaction, wakeJobs } from '../record.ts'
import { composeMail } from './compose-mail.ts'
import type { EmailContent } from './email-content.ts'
import { findReader, listBrowsers, type Reader } from './queries.ts'
import { writeNotice } from './write-notice.ts'

/**
 * Sends an email content by every channel its person wants; does nothing for null (its subject is deleted), or when
 * their account is deleted. The effect's id identifies what is sent, so that a repeated delivery arrives once. Throws
 * when an outside service refused it: it is repeated.
 */
export async function deliver(
  services: Services,
  mail: MailGateway,
  effectId: number,
  email: EmailContent | null,
): Promise<void> {
  if (!email) return
  const reader = email.accountId ? await findReader(services.db, email.accountId, email.kind) : null
  if (email.accountId && !reader) return
  if (reader?.onSite) await writeOnSite(services, effectId, email)
  await askForPush(services, effectId, email)
  await sendMail(services, mail, effectId, email, reader)
}

/** A content without a page to open is sent by mail only. */
async function writeOnSite(services: Services, effectId: number, email: EmailContent) {
  const { accountId, kind, subject, lead, action } = email
  if (!accountId || !isOnSite(kind) || !action) return
  await writeNotice(services, effectId, { accountId, kind, title: subject, text: lead, path: action.path })
}

/**
 * A push is an effect of its own, so that a mail is not sent again because a push service is down. Every email has
 * one.
 */
async function askForPush(services: Services, effectId: number, { accountId, kind, action }: EmailContent) {
  const { db, clock, push } = services
  if (!push || !accountId || !reaches(kind, 'push') || !action) return
  if ((await listBrowsers(db, accountId, effectId, clock.now(), push.publicKey)).length === 0) return
  await inTransaction(services, async (tx) => {
    const now = clock.now()
    wakeJobs(tx, [{ kind: 'push' }])
    await tx
      .insertInto('effect')
      .values({
        kind: 'push',
        payload: JSON.stringify({ letterEffectId: effectId }),
        createdAt: now,
        dueAt: now,
        causeId: effectId,
      })
      .onConflict((conflict) => conflict.column('causeId').doNothing())
      .execute()
    return { ok: true }
  })
}

/**
 * An unconfirmed address may belong to a stranger: it gets only the mail that confirms it, which does not contain the
 * typed name.
 */
async function sendMail(
  { db, settings }: Services,
  mail: MailGateway,
  effectId: number,
  email: EmailContent,
  reader: Reader | null,
) {
  if (reader && (!reader.byEmail || !(reader.emailVerified || email.confirms))) return
  const name = reader?.emailVerified && !email.toNewAddress ? reader.firstName : null
  const to = email.to ?? (reader ? reader.email : settings.supportEmail)
  const id = mailIdOf(effectId, await findCreation(db, effectId))
  await mail.send({ id, ...(await composeMail(settings, { ...email, to }, name)) })
}

/**
 * The id of an effect's mail, the same in each try. It has the instant of the effect too: after an older backup was
 * restored the numbers come again, and a mailbox drops a mail whose id it has.
 */
export const mailIdOf = (effectId: number, createdAt: Date | undefined): string =>
  `effect-${effectId}-${(createdAt?.getTime() ?? 0).toString(36)}`

async function findCreation(db: Services['db'], effectId: number): Promise<Date | undefined> {
  const row = await db.selectFrom('effect').select('createdAt').where('id', '=', effectId).executeTakeFirst()
  return row?.createdAt
}
