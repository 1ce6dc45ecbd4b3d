import type { MailGateway } from '#gateways/mail/port.ts'
import type { Services } from '../context.ts'
import { composeMail } from './compose-mail.ts'
import type { Letter } from './letter.ts'
import { findFirstName, wantsNotice } from './queries.ts'
import { writeNotice } from './write-notice.ts'

/**
 * Brings a letter to its person by every channel they want it by; `null` is a letter about what is gone, and brings nothing. The
 * effect's id names what is sent, so that a letter brought twice arrives once. Throws when the outside refused it: it is tried again.
 */
export async function deliver(
  services: Services,
  mail: MailGateway,
  effectId: number,
  letter: Letter | null,
): Promise<void> {
  if (!letter) return
  await tellOnSite(services, effectId, letter)
  await sendMail(services, mail, effectId, letter)
}

/** What has no kind, or leads nowhere, is a mail only. */
async function tellOnSite(services: Services, effectId: number, letter: Letter) {
  const { accountId, kind, subject, lead, action } = letter
  if (!accountId || !kind || !action || !(await wantsNotice(services.db, accountId, kind, 'site'))) return
  await writeNotice(services, effectId, { accountId, kind, title: subject, text: lead, path: action.path })
}

async function sendMail({ db, settings }: Services, mail: MailGateway, effectId: number, letter: Letter) {
  const { accountId, kind } = letter
  if (accountId && !(await wantsNotice(db, accountId, kind, 'email'))) return
  const name = accountId ? await findFirstName(db, accountId) : null
  await mail.send({ id: `effect-${effectId}`, ...(await composeMail(settings, letter, name)) })
}
