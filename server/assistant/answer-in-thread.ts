import { answerFromListing, factsInWords, type ListingFacts } from '#domain/assistant/listing.ts'
import { asksSomething } from '#domain/assistant/asks-something.ts'
import { tidyQuestion } from '#domain/assistant/ask-form.ts'
import { withoutContactData } from '#domain/assistant/without-contact-data.ts'
import { dayInManila } from '#domain/period.ts'
import type { Side } from '#domain/side.ts'
import { clip } from '#domain/text.ts'
import type { Services } from '../context.ts'
import { findListing } from '../listing/queries.ts'
import { answerFromHelp } from './answer-from-help.ts'
import { addUsage, askModel } from './ask-model.ts'
import { answererNow } from './queries.ts'

export type ThreadMessage = {
  text: string
  /** Who wrote it: the assistant does not answer an owner about their own listing. */
  from: Side
  /** The listing of the thread; null when it is deleted. */
  listingId: string | null
}

const MAX_REPLY = 800
/** Help texts that don't help two people who already write to each other. */
const beside = /^\/help\/(chat-with-owner|contact-us|the-assistant)\b/

/**
 * The assistant's answer to a message of a thread, or null when it has none: the message is no question, neither the
 * listing's public facts nor the help texts answer it, the assistant is off, or it failed. It reads only this one
 * message and the public data of the listing; nothing else of the thread or of its two people. The text is plain, at
 * most 800 characters. Once `signal` is aborted, it does not wait for Google.
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
    const factsText = facts ? factsInWords(facts, today) : 'There are no facts about the listing.'
    const reply = await askModel(services, services.assistant!, { question, facts: factsText, signal })
    // Nobody waits for a reply here, so the built-in assistant's answer is better than an apology.
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
  const fromFacts = facts && answerFromListing(facts, question, today)
  if (fromFacts) return shortened(fromFacts)
  const { text, sources, known } = answerFromHelp(help, settings.siteName, question, { strict: true })
  const [source] = sources
  return known && source?.startsWith('/help/') && !beside.test(source)
    ? shortened(`${text}\n\n${settings.baseUrl}${source}`)
    : null
}

/** A text that is no answer, or that contains an address or a number: the facts contain none of ours. */
const isAside = (text: string, { settings }: Pick<Services, 'settings'>) =>
  text.includes(`questions about ${settings.siteName}`) || withoutContactData(text) !== text

const shortened = (text: string) => clip(text, MAX_REPLY)
