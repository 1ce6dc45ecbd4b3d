import { JobFailure } from '#domain/job/job-failure.ts'
import { reaches } from '#domain/notification/kinds.ts'
import { clip } from '#domain/text.ts'
import type { Services } from '../context.ts'
import type { EmailContent } from './email-content.ts'
import { findNoticeId, listBrowsers, noteDeliveryToBrowser, wantsNotice } from './queries.ts'

/**
 * Sends an email as a push message to the browsers in which its person asked for that; `emailEffectId` identifies it,
 * so that a browser shows it once. Subscriptions that have ended are deleted. Throws when a push service did not
 * accept it now: it is then repeated for the remaining browsers.
 */
export async function sendPush(
  { db, push, clock }: Services,
  emailEffectId: number,
  email: EmailContent | null,
): Promise<void> {
  if (!push || !email?.accountId || !reaches(email.kind, 'push') || !email.action) return
  const { accountId, kind, subject, lead, action } = email
  if (!(await wantsNotice(db, accountId, kind, 'push'))) return
  const noticeId = await findNoticeId(db, emailEffectId)
  const message = {
    title: clip(subject, 120),
    text: clip(lead, 240),
    path: noticeId ? `/profile/notices/${noticeId}` : action.path,
    tag: `n${emailEffectId}`,
  }
  let failure: unknown = null
  for (const { id, ...target } of await listBrowsers(
    db,
    accountId,
    emailEffectId,
    clock.now(),
    push.publicKey,
  ))
    try {
      const outcome = await push.send(target, message)
      if (outcome === 'gone') await db.deleteFrom('pushSubscription').where('id', '=', id).execute()
      else await noteDeliveryToBrowser(db, emailEffectId, id, push.publicKey)
    } catch (error) {
      if (failure === null || waitOf(error) > waitOf(failure)) failure = error
    }
  if (failure) throw failure
}

/** How many seconds a failure asks to wait; -1 when it asks for nothing. */
const waitOf = (failure: unknown): number =>
  failure instanceof JobFailure ? Number(failure.retryAfterSeconds) : -1
