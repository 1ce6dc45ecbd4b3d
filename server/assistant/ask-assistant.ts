import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { asAsker, type Asker } from '#domain/access.ts'
import {
  assistantFailed,
  assistantOff,
  loginToAsk,
  MAX_KEPT_MESSAGES,
  stillAnswering,
  type SupportState,
  WRITING_MS,
} from '#domain/assistant/assistant.ts'
import { refuse, type Refusal, type Verdict } from '#domain/verdict.ts'
import { msAfter } from '#domain/time.ts'
import type { Context, Tx } from '../context.ts'
import { inTransaction } from '../record.ts'
import { answerFromHelp, type Reply } from './answer-from-help.ts'
import { addUsage, askModel, type ModelReply } from './ask-model.ts'
import { answererNow, listTurns, supportMessage, type SupportMessage } from './queries.ts'

export type Listening = {
  /** Receives the answer piece by piece as it is written. */
  onText?: (piece: string) => void
  /** Aborting it ends the answer, at the vendor too. */
  signal?: AbortSignal
  /** The pause between the pieces of the built-in assistant's answer, in milliseconds, for someone who watches. */
  paceMs?: number
}

/**
 * Asks the assistant a tidy, non-empty question, and stores question and answer in the person's conversation. Only one
 * answer at a time is written. A failed answer is the failure reply of the product specification. Refusals: `login`,
 * `off`, `limit`, `answering`.
 */
export async function askAssistant(
  ctx: Context,
  { text }: { text: string },
  listening: Listening = {},
): Promise<Verdict<{ message: SupportMessage }>> {
  const gate = asAsker(ctx.actor)
  if (!gate.ok) return gate
  const answerer = await answererNow(ctx)
  if (answerer === 'off') return refuse('off', assistantOff)
  const refused = await takeLimits(ctx, gate.asker)
  if (refused) return refused
  const begun = await inTransaction(ctx, (tx) => begin(tx, ctx, gate.asker, text))
  if (!begun.ok) return begun
  const { answerId } = begun
  try {
    const reply =
      answerer === 'google'
        ? await askModel(
            ctx,
            ctx.assistant!,
            { question: text, turns: await listTurns(ctx.db, gate.asker.id, begun.questionId), ...listening },
            listening.onText,
          )
        : await recite(ctx, answerFromHelp(ctx.help, ctx.settings.siteName, text), listening)
    return { ok: true, message: await end(ctx, answerId, reply) }
  } catch (error) {
    await end(ctx, answerId, { ok: false, reason: 'failed', text: '' }).catch(() => {})
    throw error
  }
}

async function takeLimits(ctx: Context, { id }: Asker): Promise<Refusal | null> {
  return (await ctx.limits.take('assistantMinute', id)) ?? ctx.limits.take('assistantDay', id)
}

/** Stores the question and an empty answer. An answer that broke off when its server stopped is marked as failed. */
async function begin(
  tx: Tx,
  ctx: Context,
  asker: Asker,
  text: string,
): Promise<Verdict<{ questionId: number; answerId: number }>> {
  const now = ctx.clock.now()
  const there = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', asker.id)
    .where('deletedAt', 'is', null)
    .where('suspendedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!there) return refuse('login', loginToAsk)
  await tx
    .updateTable('supportMessage')
    .set({ state: 'failed', body: assistantFailed })
    .where('accountId', '=', asker.id)
    .where('state', '=', 'writing')
    .where('sentAt', '<', msAfter(now, -WRITING_MS))
    .execute()
  const busy = await tx
    .selectFrom('supportMessage')
    .select('id')
    .where('accountId', '=', asker.id)
    .where('state', '=', 'writing')
    .executeTakeFirst()
  if (busy) return refuse('answering', stillAnswering)
  const ofAsker = { accountId: asker.id, sentAt: now }
  const question = await tx
    .insertInto('supportMessage')
    .values({ ...ofAsker, sender: 'person', body: text })
    .returning('id')
    .executeTakeFirstOrThrow()
  const answer = await tx
    .insertInto('supportMessage')
    .values({ ...ofAsker, sender: 'assistant', body: '', state: 'writing' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`delete from support_message where account_id = ${asker.id} and id <= (
      select id from support_message where account_id = ${asker.id}
        order by id desc offset ${MAX_KEPT_MESSAGES} limit 1)`.execute(tx)
  return { ok: true, questionId: question.id, answerId: answer.id }
}

/** Stores the result of an answer, unless its conversation was cleared meanwhile, and returns it in any case. */
async function end(ctx: Context, id: number, reply: ModelReply): Promise<SupportMessage> {
  const failed = !reply.ok && reply.reason === 'failed'
  const row = {
    id,
    sender: 'assistant' as const,
    body: failed ? assistantFailed : reply.text,
    state: (reply.ok ? 'done' : reply.reason) as SupportState,
    sources: reply.ok ? reply.sources : [],
    sentAt: ctx.clock.now(),
  }
  await ctx.db
    .updateTable('supportMessage')
    .set({ body: row.body, state: row.state, sources: row.sources })
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .execute()
  return supportMessage(ctx.help, row)
}

/** Sends the built-in assistant's answer, which is known at once, in pieces of a few words to someone who watches. */
async function recite(
  ctx: Context,
  reply: Reply,
  { onText = () => {}, signal, paceMs = 0 }: Listening,
): Promise<ModelReply> {
  await addUsage(ctx, 0)
  let written = ''
  for (const [words] of reply.text.matchAll(/(?:\S+\s*){1,3}/g)) {
    if (signal?.aborted) return { ok: false, reason: 'stopped', text: written.trim() }
    written += words
    onText(words)
    if (paceMs > 0) await wait(paceMs)
  }
  return { ok: true, ...reply }
}
