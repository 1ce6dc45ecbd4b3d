import type { MailGateway } from '#gateways/mail/port.ts'
import type { Services } from '../context.ts'
import { changing, noteEffects } from '../record.ts'
import { composeMail } from './compose-mail.ts'
import type { Letter } from './letter.ts'
import { findReader, listBrowsers, type Reader } from './queries.ts'
import { writeNotice } from './write-notice.ts'

/**
 * Brings a letter to its person by every channel they want it by; `null` is a letter about what is gone, and
 * brings nothing. The effect's id names what is sent, so that a letter brought twice arrives once. Throws when
 * the outside refused it: it is tried again.
 */
export async function deliver(
  services: Services,
  mail: MailGateway,
  effectId: number,
  letter: Letter | null,
): Promise<void> {
  if (!letter) return
  const reader = letter.accountId ? await findReader(services.db, letter.accountId, letter.kind) : null
  if (letter.accountId && !reader) return
  if (reader?.onSite) await tellOnSite(services, effectId, letter)
  await askForPush(services, effectId, letter)
  await sendMail(services, mail, effectId, letter, reader)
}

/** What has no kind, or leads nowhere, is a mail only. */
async function tellOnSite(services: Services, effectId: number, letter: Letter) {
  const { accountId, kind, subject, lead, action } = letter
  if (!accountId || !kind || !action) return
  await writeNotice(services, effectId, { accountId, kind, title: subject, text: lead, path: action.path })
}

/**
 * Pushing is an effect of its own, so that a mail is not sent again because a push service is away. One follows
 * each letter.
 */
async function askForPush(services: Services, effectId: number, { accountId, kind, action }: Letter) {
  const { db, clock, push } = services
  if (!push || !accountId || !kind || !action) return
  if ((await listBrowsers(db, accountId, effectId, clock.now())).length === 0) return
  await changing(services, async (tx) => {
    const now = clock.now()
    noteEffects(tx, [{ kind: 'push' }])
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
 * An address that nobody has confirmed may be a stranger's: it gets nothing but the mail that confirms it, which
 * greets nobody by the name that was typed.
 */
async function sendMail(
  { settings }: Services,
  mail: MailGateway,
  effectId: number,
  letter: Letter,
  reader: Reader | null,
) {
  if (reader && (!reader.byEmail || !(reader.emailVerified || letter.confirms))) return
  const name = reader?.emailVerified ? reader.firstName : null
  await mail.send({ id: `effect-${effectId}`, ...(await composeMail(settings, letter, name)) })
}
