import { sql } from 'kysely'
import { isPromptInjection } from '#domain/assistant/prompt-injection.ts'
import { withoutContactData } from '#domain/assistant/without-contact-data.ts'
import { createAnswerFilter } from '#domain/assistant/answer-filter.ts'
import { dayInManila } from '#domain/period.ts'
import type { AssistantGateway, Turn } from '#gateways/assistant/port.ts'
import type { Services } from '../context.ts'
import { refusalAnswer, sourcesFor, unknownAnswer, type Reply } from './answer-from-help.ts'
import { canary, NOTHING_TO_ADD, systemText } from './system-text.ts'

/** The result of asking the model: a reply, or why there is none. `text` is what was shown until then. */
export type ModelReply = ({ ok: true } & Reply) | { ok: false; reason: 'failed' | 'stopped'; text: string }

export type Asking = {
  question: string
  turns?: readonly Turn[]
  /** The subject of a conversation of two people, as data. */
  facts?: string
  signal?: AbortSignal
}

/**
 * Asks the model. Contact and card data are removed from the request; the answer passes through the filter, piece by
 * piece to `onText`. An answer that leaks a secret, or was blocked as unsafe, is replaced by the answer to anything
 * that is not about the site.
 */
export async function askModel(
  services: Pick<Services, 'help' | 'settings' | 'db' | 'clock' | 'log'>,
  model: AssistantGateway,
  { question, turns = [], facts, signal }: Asking,
  onText: (piece: string) => void = () => {},
): Promise<ModelReply> {
  const { help, settings, log } = services
  const { siteName, supportEmail, baseUrl } = settings
  if (isPromptInjection(question)) return { ok: true, ...refusalAnswer(siteName) }
  const { text: system, instructions } = systemText(help, siteName, {
    question,
    inThread: facts !== undefined,
  })
  const filter = createAnswerFilter({ origin: baseUrl, supportEmail, canary, instructions })
  const show = (piece: string) => {
    if (piece !== '') onText(piece)
  }
  const answered = await model.answer(
    {
      system,
      turns: turns.map(({ by, text }) => ({ by, text: withoutContactData(text) })),
      text:
        facts === undefined
          ? withoutContactData(question)
          : `FACTS\n${withoutContactData(facts)}\n\nMESSAGE\n${withoutContactData(question)}`,
    },
    (piece) => show(filter.push(piece)),
    signal,
  )
  await addUsage(services, answered.tokens)
  if (filter.leaked) {
    log.warn({ event: 'assistant-leak' }, 'an answer of the assistant was held back')
    return { ok: true, ...refusalAnswer(siteName) }
  }
  if (!answered.ok) {
    if (answered.reason === 'blocked') return { ok: true, ...refusalAnswer(siteName) }
    return { ok: false, reason: answered.reason === 'stopped' ? 'stopped' : 'failed', text: filter.text }
  }
  show(filter.end())
  const written = filter.text
  if (written === '') return { ok: false, reason: 'failed', text: '' }
  if (isSaid(written, refusalAnswer(siteName).text)) return { ok: true, ...refusalAnswer(siteName) }
  if (isSaid(written, unknownAnswer().text)) return { ok: true, ...unknownAnswer() }
  const text = answered.cut && !written.endsWith('…') ? `${written}…` : written
  return {
    ok: true,
    text,
    sources: sourcesFor(help, question),
    known: bare(written) !== bare(NOTHING_TO_ADD),
  }
}

const isSaid = (written: string, reply: string) => bare(written).startsWith(bare(reply))
const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]+/gu, '')

/** Adds tokens to today's usage, over all servers. */
export async function addUsage({ db, clock }: Pick<Services, 'db' | 'clock'>, tokens: number): Promise<void> {
  await db
    .insertInto('assistantUsage')
    .values({ day: dayInManila(clock.now()), tokens, answers: 1 })
    .onConflict((oc) =>
      oc.column('day').doUpdateSet({
        tokens: sql`assistant_usage.tokens + excluded.tokens`,
        answers: sql`assistant_usage.answers + 1`,
      }),
    )
    .execute()
}
