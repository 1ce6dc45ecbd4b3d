import { redirect } from 'react-router'
import { z } from 'zod'
import { redirectWithToast } from '#app/flash.ts'
import { admit } from '#app/request.ts'
import { openNotice } from '#server/notification/open-notice.ts'
import type { Route } from './+types/open-notice.ts'

/**
 * Where the link of a notice leads: it is read from then on. A link, as notices are opened from outside the site too.
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
