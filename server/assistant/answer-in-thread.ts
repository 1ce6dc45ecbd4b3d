import { isMeddling } from '#domain/assistant/meddling.ts'
import { answerFromListing, factsInWords, isQuestion, type ListingFacts } from '#domain/assistant/listing.ts'
import { tidyQuestion } from '#domain/assistant/ask-form.ts'
import { withoutContactData } from '#domain/assistant/personal.ts'
import { MAX_QUESTION_LENGTH } from '#domain/assistant/assistant.ts'
import { dayInManila } from '#domain/period.ts'
import type { Services } from '../context.ts'
import { findListing } from '../listing/queries.ts'
import { answerFromHelp } from './answer-from-help.ts'
import { addUsage, askModel } from './ask-model.ts'
import { answererNow } from './queries.ts'

export type ThreadMessage = {
  text: string
  /** Who wrote it: an owner is told nothing about their own listing. */
  from: 'renter' | 'owner'
  /** The listing the thread is about; null when it is gone. */
  listingId: string | null
}

const MAX_REPLY = 800
/** What would be beside the point between two people who write to each other. */
const beside = /^\/help\/(chat-with-owner|contact-us|the-assistant)\b/

/** Whether there is something in a message to answer: a question, of a length that is read, that does not meddle. */
export function asksSomething(text: string): boolean {
  const question = tidyQuestion(text)
  return (
    question !== '' && question.length <= MAX_QUESTION_LENGTH && isQuestion(question) && !isMeddling(question)
  )
}

/**
 * What the assistant has to add after a message of a thread, or null when that is nothing: no question, no answer to
 * it in the listing's public facts or the help texts, the assistant is off, or it failed. It knows this one message
 * and what everyone can see of the listing; nothing else of the thread or of its two people. The text is plain, at
 * most 800 characters. Once `signal` is aborted, Google is not waited for.
 */
export async function answerInThread(
  services: Pick<Services, 'assistant' | 'help' | 'settings' | 'db' | 'clock' | 'log'>,
  { text, from, listingId }: ThreadMessage,
  signal?: AbortSignal,
): Promise<string | null> {
  if (!asksSomething(text)) return null
  const question = tidyQuestion(text)
  const answerer = await answererNow(services)
  if (answerer === 'off') return null
  const today = dayInManila(services.clock.now())
  const listing = from === 'renter' && listingId ? await findListing(services.db, listingId, today) : null
  const facts: ListingFacts | null = listing?.archivedAt ? null : listing
  if (answerer === 'google') {
    const told = facts ? factsInWords(facts, today) : 'There are no facts about the listing.'
    const reply = await askModel(services, services.assistant!, { question, facts: told, signal })
    // Someone waits for no reply here: what the built-in assistant knows is better than an apology.
    if (reply.ok) return reply.known && !isAside(reply.text, services) ? shortened(reply.text) : null
  } else await addUsage(services, 0)
  return builtIn(services, question, facts, today)
}

function builtIn(
  { help, settings }: Pick<Services, 'help' | 'settings'>,
  question: string,
  facts: ListingFacts | null,
  today: string,
): string | null {
  const said = facts && answerFromListing(facts, question, today)
  if (said) return shortened(said)
  const { text, sources, known } = answerFromHelp(help, settings.siteName, question, { strict: true })
  const [source] = sources
  return known && source?.startsWith('/help/') && !beside.test(source)
    ? shortened(`${text}\n\n${settings.baseUrl}${source}`)
    : null
}

/** Anything that is not an answer, and what gives out an address or a number: none of ours stands in the facts. */
const isAside = (text: string, { settings }: Pick<Services, 'settings'>) =>
  text.includes(`questions about ${settings.siteName}`) || withoutContactData(text) !== text

const shortened = (text: string) =>
  text.length <= MAX_REPLY ? text : `${text.slice(0, MAX_REPLY - 1).trimEnd()}…`
