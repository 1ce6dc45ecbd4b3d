import { sql } from 'kysely'
import { isMeddling } from '#domain/assistant/meddling.ts'
import { withoutContactData } from '#domain/assistant/personal.ts'
import { createSieve } from '#domain/assistant/spoken.ts'
import { dayInManila } from '#domain/period.ts'
import type { AssistantGateway, Turn } from '#gateways/assistant/port.ts'
import type { Services } from '../context.ts'
import { refusal, sourcesFor, unknown, type Reply } from './answer-from-help.ts'
import { canary, NOTHING_TO_ADD, systemText } from './system-text.ts'

/** What came of asking the model: a reply, or why there is none. `text` is what was shown until then. */
export type ModelReply = ({ ok: true } & Reply) | { ok: false; reason: 'failed' | 'stopped'; text: string }

export type Asking = {
  question: string
  turns?: readonly Turn[]
  /** What a conversation of two people is about, as data. */
  facts?: string
  signal?: AbortSignal
}

/**
 * Asks the model. What could reach or charge a person is taken out of what is sent; what comes back goes through the
 * sieve, piece by piece to `onText`. An answer that leaks, or was blocked as unsafe, becomes the reply to anything
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
  if (isMeddling(question)) return { ok: true, ...refusal(siteName) }
  const { text: system, instructions } = systemText(help, siteName, {
    question,
    inThread: facts !== undefined,
  })
  const sieve = createSieve({ origin: baseUrl, supportEmail, canary, instructions })
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
          : `FACTS\n${facts}\n\nMESSAGE\n${withoutContactData(question)}`,
    },
    (piece) => show(sieve.hear(piece)),
    signal,
  )
  await addUsage(services, answered.tokens)
  if (sieve.leaked) {
    log.warn({ event: 'assistant-leak' }, 'an answer of the assistant was held back')
    return { ok: true, ...refusal(siteName) }
  }
  if (!answered.ok) {
    if (answered.reason === 'blocked') return { ok: true, ...refusal(siteName) }
    return { ok: false, reason: answered.reason === 'stopped' ? 'stopped' : 'failed', text: sieve.text }
  }
  show(sieve.end())
  const said = sieve.text
  if (said === '') return { ok: false, reason: 'failed', text: '' }
  if (isSaid(said, refusal(siteName).text)) return { ok: true, ...refusal(siteName) }
  if (isSaid(said, unknown().text)) return { ok: true, ...unknown() }
  const text = answered.cut && !said.endsWith('…') ? `${said}…` : said
  return { ok: true, text, sources: sourcesFor(help, question), known: bare(said) !== bare(NOTHING_TO_ADD) }
}

const isSaid = (said: string, reply: string) => bare(said).startsWith(bare(reply))
const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]+/gu, '')

/** Adds to what today cost, over all servers. */
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
