import { redirect } from 'react-router'
import { z } from 'zod'
import { redirectWithToast } from '#app/flash.ts'
import { admit } from '#app/request.ts'
import { openNotice } from '#server/notification/open-notice.ts'
import type { Route } from './+types/open-notice.ts'

/**
 * The address of a notice's link: it marks the notice as read and redirects. It is a link, as push messages open
 * notices too.
 */
export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const id = z.uuid().safeParse(args.params.noticeId)
  const verdict = id.success ? await openNotice(ctx, id.data) : null
  if (verdict?.ok) return redirect(verdict.path)
  return redirectWithToast('/profile/notices', {
    kind: 'error',
    text: 'Sorry, that notice could not be found.',
  })
}
