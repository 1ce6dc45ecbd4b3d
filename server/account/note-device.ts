import { networkOf } from '#domain/account/device.ts'
import type { Context } from '../context.ts'

/** Notes which browser and which network a new session belongs to, for its person to recognise it by. */
export async function noteDevice(ctx: Context, token: string | null): Promise<void> {
  if (!token) return
  await ctx.db
    .updateTable('session')
    .set({
      userAgent: ctx.headers.get('user-agent')?.slice(0, 300) ?? null,
      ipAddress: networkOf(ctx.ip),
    })
    .where('token', '=', token)
    .execute()
}
