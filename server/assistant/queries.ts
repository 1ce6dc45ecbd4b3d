import {
  assistantFailed,
  MAX_KEPT_MESSAGES,
  MAX_TURNS,
  type SupportSender,
  type SupportState,
  WRITING_MS,
} from '#domain/assistant/assistant.ts'
import { isPromptInjection } from '#domain/assistant/prompt-injection.ts'
import type { Admin, Asker } from '#domain/access.ts'
import { dayInManila } from '#domain/period.ts'
import type { ModelState, Turn } from '#gateways/assistant/port.ts'
import type { Db, Services } from '../context.ts'
import type { Help } from '../help/queries.ts'

/** The source of an answer: a page of ours with its title. */
export type Source = { to: string; title: string }

/** A question or an answer of a person's conversation with the assistant. */
export type SupportMessage = {
  id: number
  by: SupportSender
  text: string
  state: SupportState
  at: Date
  sources: Source[]
}

const columns = ['id', 'sender', 'body', 'state', 'sentAt', 'sources'] as const

type Row = {
  id: number
  sender: SupportSender
  body: string
  state: SupportState
  sentAt: Date
  sources: string[]
}

/**
 * A person's conversation, the oldest message first: all of it, as no more than `MAX_KEPT_MESSAGES` are kept. An
 * answer that broke off when its server stopped counts as failed.
 */
export async function listSupportMessages(
  { db, help, clock }: Pick<Services, 'db' | 'help' | 'clock'>,
  asker: Asker,
): Promise<SupportMessage[]> {
  const rows = await db
    .selectFrom('supportMessage')
    .select(columns)
    .where('accountId', '=', asker.id)
    .orderBy('id', 'desc')
    .limit(MAX_KEPT_MESSAGES)
    .execute()
  const over = clock.now().getTime() - WRITING_MS
  return rows
    .reverse()
    .map((row) => supportMessage(help, row))
    .map((message) =>
      message.state === 'writing' && message.at.getTime() < over
        ? { ...message, state: 'failed', text: assistantFailed }
        : message,
    )
}

/** A row as a message. A source that no longer exists is left out. */
export function supportMessage(
  help: Help,
  { id, sender, body, state, sentAt, sources }: Row,
): SupportMessage {
  return {
    id,
    by: sender,
    text: body,
    state,
    at: sentAt,
    sources: sources.flatMap((to) => sourceAt(help, to)),
  }
}

function sourceAt(help: Help, to: string): Source[] {
  if (to === '/contact') return [{ to, title: 'Contact' }]
  const article = help.find(to.slice('/help/'.length).split('#')[0]!)
  return article ? [{ to, title: article.title }] : []
}

/**
 * The earlier turns before an answer, for context: whole questions and answers, the oldest first, without attempts to
 * change the instructions of the assistant.
 */
export async function listTurns(db: Db, accountId: string, before: number): Promise<Turn[]> {
  const rows = await db
    .selectFrom('supportMessage')
    .select(['sender', 'body', 'state'])
    .where('accountId', '=', accountId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(MAX_TURNS)
    .execute()
  const turns: Turn[] = []
  for (const [i, row] of rows.reverse().entries()) {
    const next = rows[i + 1]
    if (row.sender !== 'person' || next?.sender !== 'assistant' || next.state !== 'done') continue
    if (isPromptInjection(row.body)) continue
    turns.push({ by: 'person', text: row.body }, { by: 'assistant', text: next.body })
  }
  return turns
}

export type Usage = { tokens: number; answers: number }

/** How many tokens the assistant used today. */
export async function readUsage({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Usage> {
  const row = await db
    .selectFrom('assistantUsage')
    .select(['tokens', 'answers'])
    .where('day', '=', dayInManila(clock.now()))
    .executeTakeFirst()
  return row ?? { tokens: 0, answers: 0 }
}

/** Who answers now: nobody, the built-in assistant (no key is set, or today's budget is spent), or Google. */
export type Answerer = 'off' | 'built-in' | 'google'

/** Who would answer a question that is asked now. */
export async function answererNow(
  services: Pick<Services, 'assistant' | 'settings' | 'db' | 'clock'>,
): Promise<Answerer> {
  const { on, dailyBudget } = services.settings.assistant
  if (!on) return 'off'
  if (!services.assistant) return 'built-in'
  const { tokens } = await readUsage(services)
  return tokens < dailyBudget ? 'google' : 'built-in'
}

/** What admins read about the assistant. */
export type AssistantState = {
  answerer: Answerer
  /** Whether a key is set. */
  hasKey: boolean
  /** The models by name, those Google no longer has, and the one that answered last. */
  models: ModelState | null
  usage: Usage
  dailyBudget: number
}

/** Who answers, and today's usage. */
export async function readAssistantState(
  services: Pick<Services, 'assistant' | 'settings' | 'db' | 'clock'>,
  _admin: Admin,
): Promise<AssistantState> {
  const { dailyBudget, gemini } = services.settings.assistant
  return {
    answerer: await answererNow(services),
    hasKey: gemini !== null,
    models: services.assistant?.state() ?? null,
    usage: await readUsage(services),
    dailyBudget,
  }
}
