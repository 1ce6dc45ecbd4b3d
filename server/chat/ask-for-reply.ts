import { asksSomething } from '#domain/assistant/asks-something.ts'
import type { Context, Tx } from '../context.ts'
import { recordEffects } from '../record.ts'

/**
 * Asks the assistant to reply to a message of a thread after the commit, unless the message asks nothing, or the
 * assistant is switched off in the thread or on the whole site.
 */
export async function askForReply(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'settings'>,
  thread: { id: string; assistantOffBy: string | null },
  text: string,
): Promise<void> {
  if (thread.assistantOffBy || !ctx.settings.assistant.on || !asksSomething(text)) return
  await recordEffects(tx, ctx, [{ kind: 'assistant-reply', payload: { threadId: thread.id } }])
}
