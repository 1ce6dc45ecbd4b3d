import { isPromptInjection } from '#domain/assistant/prompt-injection.ts'
import { onlyAbout } from '#domain/assistant/assistant.ts'
import type { HelpHit } from '#domain/help/search.ts'
import { wordsOf } from '#domain/help/markdown.ts'
import { isFilipino, wordsIn } from '#domain/help/words.ts'
import type { Help } from '../help/queries.ts'

/** An answer and its sources (paths of our pages). `known` says whether it answers the question. */
export type Reply = { text: string; sources: string[]; known: boolean }

/** How much of a question a help text has to cover, and how strongly, to be the answer to it. */
const SURE = { coverage: 0.5, score: 3 }
/** The same for a message that was not addressed to the assistant, where no answer is better than a guess. */
const CERTAIN = { coverage: 0.8, score: 6 }
/** A second text is named as a source when its score is at least this part of the first. */
const NEARLY = 0.7
const MAX_CHARACTERS = 700

const greetings =
  /^(hi|hello|hey|good (morning|afternoon|evening|day)|kumusta|kamusta|magandang (umaga|tanghali|hapon|gabi|araw)|musta|yo)\b/
const thanks = /^(thank|thanks|salamat|maraming salamat|ok|okay|sige|great|cool|nice)\b/

/**
 * The built-in assistant: answers a question about the site with the words of a help text and its source; otherwise it
 * says that it doesn't know, and offers the contact form. It ignores earlier turns and knows nothing else.
 */
export function answerFromHelp(
  help: Help,
  siteName: string,
  question: string,
  { strict = false } = {},
): Reply {
  if (isPromptInjection(question)) return refusalAnswer(siteName)
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
  const words = wordsIn(question).join(' ')
  if (wordsIn(question).length <= 5) {
    if (greetings.test(words))
      return aside(
        filipino || /^(kumusta|kamusta|musta|magandang)/.test(words)
          ? `Kumusta! Sumasagot ako sa mga tanong tungkol sa ${siteName}, halimbawa: magkano ang ` +
              'bayad, o paano mag-cancel.'
          : `Hello! I answer questions about ${siteName}, such as what it costs or how to cancel.`,
      )
    if (thanks.test(words)) return aside(/salamat|sige/.test(words) ? 'Walang anuman!' : 'You’re welcome!')
  }
  return unknownAnswer(filipino)
}

/** The answer when nothing is known: it offers the contact form, which people read. */
export function unknownAnswer(filipino = false): Reply {
  return {
    text: filipino
      ? 'Paumanhin, hindi ko alam ang sagot diyan. Sumulat sa amin, may taong sasagot.'
      : 'Sorry, I don’t know the answer to that. Please write to us: people answer there.',
    sources: ['/contact'],
    known: false,
  }
}

/** The answer to anything that is not a question about the site. */
export function refusalAnswer(siteName: string): Reply {
  return { text: onlyAbout(siteName), sources: [], known: false }
}

/** The help texts that match a question, the best first: at most two, to be named as sources. */
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

/** A hit as text: whole paragraphs, as many as fit. */
function wordsOfHit({ article, section }: HelpHit): string {
  const paragraphs = (section?.blocks ?? article.lead).map((block) => wordsOf([block]))
  let text = paragraphs[0] ?? ''
  for (const paragraph of paragraphs.slice(1)) {
    if (text.length + paragraph.length > MAX_CHARACTERS) break
    text += `\n\n${paragraph}`
  }
  return text
}
