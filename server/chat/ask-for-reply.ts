import type { Context, Tx } from '../context.ts'
import { recordEffects } from '../record.ts'

/**
 * Has the assistant look at what was just written to a thread, after the commit, unless it is switched off there or
 * everywhere.
 */
export async function askForReply(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'settings'>,
  thread: { id: string; assistantOffBy: string | null },
): Promise<void> {
  if (thread.assistantOffBy || !ctx.settings.assistant.on) return
  await recordEffects(tx, ctx, [{ kind: 'assistant-reply', payload: { threadId: thread.id } }])
}
