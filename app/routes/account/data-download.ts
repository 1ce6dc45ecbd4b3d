import { dayInManila } from '#domain/period.ts'
import { exportData, jsonOf } from '#server/account/export-data.ts'
import { recordAccess } from '#server/record-access.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { admit } from '#app/request.ts'
import { streamOf } from '#app/stream-of.ts'
import type { Route } from './+types/data-download.ts'

/** The person's own data as a file. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const verdict = await attempt(ctx, () => exportData(ctx))
  if (!verdict.ok)
    return redirectWithToast('/profile/settings/data', { kind: 'error', text: verdict.message })
  await recordAccess(ctx, { action: 'export', subject: 'export', subjectId: 'your-data' })
  return new Response(streamOf(jsonOf(verdict.personalData)), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="my-data-${dayInManila(ctx.clock.now())}.json"`,
      'Cache-Control': 'no-store',
    },
  })
}
