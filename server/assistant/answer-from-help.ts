import { isMeddling } from '#domain/assistant/meddling.ts'
import { onlyAbout } from '#domain/assistant/assistant.ts'
import type { HelpHit } from '#domain/help/search.ts'
import { wordsOf } from '#domain/help/markdown.ts'
import { isFilipino, wordsIn } from '#domain/help/words.ts'
import type { Help } from '../help/queries.ts'

/** An answer and where it comes from: paths of our pages. `known` is whether it answers what was asked. */
export type Reply = { text: string; sources: string[]; known: boolean }

/** How much of a question a help text has to speak of, and how strongly, to be the answer to it. */
const SURE = { coverage: 0.5, score: 3 }
/** The same where nobody asked the assistant, and silence is better than a guess. */
const CERTAIN = { coverage: 0.8, score: 6 }
/** A second text is named when it is nearly as good. */
const NEARLY = 0.7
const MAX_CHARACTERS = 700

const greetings =
  /^(hi|hello|hey|good (morning|afternoon|evening|day)|kumusta|kamusta|magandang (umaga|tanghali|hapon|gabi|araw)|musta|yo)\b/
const thanks = /^(thank|thanks|salamat|maraming salamat|ok|okay|sige|great|cool|nice)\b/

/**
 * The built-in assistant: answers a question about the site in the words of a help text, with its source; otherwise
 * it says that it doesn't know, and offers the contact form. It holds no conversation and knows nothing else.
 */
export function answerFromHelp(
  help: Help,
  siteName: string,
  question: string,
  { strict = false } = {},
): Reply {
  if (isMeddling(question)) return refusal(siteName)
  const filipino = isFilipino(question)
  const [best, second] = help.search(question, 2)
  if (best && isSure(best, strict ? CERTAIN : SURE)) {
    const others =
      second && isSure(second) && second.score > best.score * NEARLY
        ? [pathOf({ ...second, section: null })]
        : []
    const inEnglish = filipino ? 'Narito ang sagot, sa Ingles:\n\n' : ''
    return { text: inEnglish + wordsOfHit(best), sources: [pathOf(best), ...others], known: true }
  }
  const said = wordsIn(question).join(' ')
  if (wordsIn(question).length <= 5) {
    if (greetings.test(said))
      return aside(
        filipino || /^(kumusta|kamusta|musta|magandang)/.test(said)
          ? `Kumusta! Sumasagot ako sa mga tanong tungkol sa ${siteName}, halimbawa: magkano ang bayad, o paano mag-cancel.`
          : `Hello! I answer questions about ${siteName}, such as what it costs or how to cancel.`,
      )
    if (thanks.test(said)) return aside(/salamat|sige/.test(said) ? 'Walang anuman!' : 'You’re welcome!')
  }
  return unknown(filipino)
}

/** What is said where nothing is known: the contact form has people behind it. */
export function unknown(filipino = false): Reply {
  return {
    text: filipino
      ? 'Paumanhin, hindi ko alam ang sagot diyan. Sumulat sa amin, may taong sasagot.'
      : 'Sorry, I don’t know the answer to that. Please write to us: people answer there.',
    sources: ['/contact'],
    known: false,
  }
}

/** What is said to anything that is not a question about the site. */
export function refusal(siteName: string): Reply {
  return { text: onlyAbout(siteName), sources: [], known: false }
}

/** The help texts that speak of a question, the best first: at most two, for a source to be named. */
export function sourcesFor(help: Help, question: string): string[] {
  const [best, second] = help.search(question, 2).filter((hit) => isSure(hit))
  return [best, second && best && second.score > best.score * NEARLY ? second : undefined].flatMap((hit) =>
    hit ? [pathOf({ ...hit, section: null })] : [],
  )
}

const aside = (text: string): Reply => ({ text, sources: [], known: true })
const isSure = ({ coverage, score }: HelpHit, sure = SURE) =>
  coverage >= sure.coverage && score * coverage >= sure.score
const pathOf = ({ article, section }: HelpHit) => `/help/${article.slug}${section ? `#${section.id}` : ''}`

/** A hit in words: whole paragraphs, as many as fit. */
function wordsOfHit({ article, section }: HelpHit): string {
  const paragraphs = (section?.blocks ?? article.lead).map((block) => wordsOf([block]))
  let text = paragraphs[0] ?? ''
  for (const paragraph of paragraphs.slice(1)) {
    if (text.length + paragraph.length > MAX_CHARACTERS) break
    text += `\n\n${paragraph}`
  }
  return text
}
