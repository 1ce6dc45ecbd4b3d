import { clip } from '#domain/text.ts'
import type { Services } from '../context.ts'
import type { Letter } from './letter.ts'
import { findNoticeId, listBrowsers, wantsNotice } from './queries.ts'

/**
 * Shows a letter in the browsers in which its person asked for that; `letterEffectId` names it, so that a browser
 * shows it once. Browsers that are gone are forgotten. Throws when a push service did not take it now: then it is
 * tried again for the browsers that are left.
 */
export async function pushLetter(
  { db, push, clock }: Services,
  letterEffectId: number,
  letter: Letter | null,
): Promise<void> {
  if (!push || !letter?.accountId || !letter.kind || !letter.action) return
  const { accountId, kind, subject, lead, action } = letter
  if (!(await wantsNotice(db, accountId, kind, 'push'))) return
  const noticeId = await findNoticeId(db, letterEffectId)
  const message = {
    title: clip(subject, 120),
    text: clip(lead, 240),
    path: noticeId ? `/profile/notices/${noticeId}` : action.path,
    tag: `n${letterEffectId}`,
  }
  let failure: unknown = null
  for (const { id, ...target } of await listBrowsers(db, accountId, letterEffectId, clock.now()))
    try {
      const outcome = await push.send(target, message)
      if (outcome === 'gone') await db.deleteFrom('pushSubscription').where('id', '=', id).execute()
      else
        await db
          .updateTable('pushSubscription')
          .set({ toldEffectId: letterEffectId })
          .where('id', '=', id)
          .execute()
    } catch (error) {
      failure = error
    }
  if (failure) throw failure
}
