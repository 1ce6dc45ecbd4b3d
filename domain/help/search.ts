import { editDistance } from '../edit-distance.ts'
import type { HelpArticle, HelpSection } from './article.ts'
import { wordsOf } from './markdown.ts'
import { rootOf, termsIn, wordsIn } from './words.ts'

/** A help text that was found. */
export type HelpHit = {
  article: HelpArticle
  /** The section that matches best; null is the lead. */
  section: HelpSection | null
  score: number
  /** The part of the question that the article covers, from 0 to 1: rare words count for more, unknown words most. */
  coverage: number
}

export type HelpSearch = (text: string, most?: number) => HelpHit[]

/** The most words of a question that are looked up. */
const MAX_TERMS = 40

/** The weight of a word by the part of the text in which it occurs. */
const weights = { title: 4, keywords: 4, heading: 2.5, lead: 1.4, body: 1 }

type Indexed = {
  article: HelpArticle
  /** Each word with its weight in the whole text. */
  terms: Map<string, number>
  phrases: string[][]
  /** Its title and its keywords of several words, in full: some consist only of words that the search ignores. */
  sayings: string[]
  sections: { section: HelpSection; terms: Map<string, number> }[]
}

/**
 * Makes the search over help texts. It returns the texts that match a question, the best first. A word weighs more
 * when few texts have it, and by the part in which it occurs; a misspelt word is read as the nearest known one.
 */
export function createHelpSearch(articles: readonly HelpArticle[]): HelpSearch {
  const indexed = articles.map(indexOf)
  const counts = new Map<string, number>()
  for (const { terms } of indexed)
    for (const term of terms.keys()) counts.set(term, (counts.get(term) ?? 0) + 1)
  const rarity = (term: string) => {
    const n = counts.get(term) ?? 0
    return Math.log(1 + (articles.length - n + 0.5) / (n + 0.5))
  }
  // An unknown word may be a name, or the subject of the question.
  const unknown = rarity('') * 0.7
  const vocabulary = [...counts.keys()]

  return (text, most = 10) => {
    const questionTerms = [...new Set(termsIn(text))]
      .slice(0, MAX_TERMS)
      .map((term) => ({ term, known: knownTerm(term, counts, vocabulary) }))
    const total = questionTerms.reduce((sum, { known }) => sum + (known ? rarity(known) : unknown), 0)
    const questionText = ` ${wordsIn(text).join(' ')} `
    const words = new Set(questionTerms.flatMap(({ known }) => known ?? []))
    return indexed
      .map((entry): HelpHit => {
        let [score, covered] = [0, 0]
        for (const term of words) {
          const weight = entry.terms.get(term)
          if (weight === undefined) continue
          score += rarity(term) * saturated(weight)
          covered += rarity(term)
        }
        for (const phrase of entry.phrases)
          if (phrase.every((term) => words.has(term)))
            score += phrase.reduce((sum, term) => sum + rarity(term), 0) * (phrase.length > 1 ? 1.2 : 0.5)
        const literal = entry.sayings.filter((saying) => questionText.includes(` ${saying} `))
        const whole = Math.max(0, ...literal.map((saying) => saying.length / (questionText.length - 2)))
        const { article } = entry
        return {
          article,
          section: whole > 0.9 ? null : bestSection(entry, words, rarity),
          score: score + whole * 20,
          coverage: Math.max(whole, total === 0 ? 0 : covered / total),
        }
      })
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score * b.coverage - a.score * a.coverage)
      .slice(0, most)
  }
}

/** Limits the weight of repetition: a text with the same word ten times is not ten times as relevant. */
const saturated = (weight: number) => (weight * 2.2) / (weight + 1.2)

function indexOf(article: HelpArticle): Indexed {
  const { title, keywords, lead, sections } = article
  const terms = new Map<string, number>()
  const add = (into: Map<string, number>, text: string, weight: number) => {
    for (const term of termsIn(text)) into.set(term, (into.get(term) ?? 0) + weight)
  }
  add(terms, title, weights.title)
  add(terms, keywords.join(' , '), weights.keywords)
  add(terms, wordsOf(lead), weights.lead)
  const parts = sections.map((section) => {
    const own = new Map<string, number>()
    for (const into of [own, terms]) {
      add(into, section.heading, weights.heading)
      add(into, wordsOf(section.blocks), weights.body)
    }
    return { section, terms: own }
  })
  return {
    article,
    terms,
    phrases: keywords.map((keyword) => [...new Set(termsIn(keyword))]).filter((phrase) => phrase.length > 0),
    sayings: [title, ...keywords]
      .map((saying) => wordsIn(saying))
      .filter(({ length }) => length > 1)
      .map((saying) => saying.join(' ')),
    sections: parts,
  }
}

/** The best section whose heading has a word of the question that title and lead lack; null if there is none. */
function bestSection(
  { article, sections }: Indexed,
  words: ReadonlySet<string>,
  rarity: (term: string) => number,
): HelpSection | null {
  const named = (text: string) => termsIn(text).filter((term) => words.has(term))
  const inLead = new Set(named(`${article.title} ${wordsOf(article.lead)}`))
  let best: { section: HelpSection; score: number } | null = null
  for (const { section, terms } of sections) {
    const heading = named(section.heading).filter((term) => !inLead.has(term))
    if (heading.length === 0) continue
    const score = [...words].reduce((sum, term) => sum + rarity(term) * saturated(terms.get(term) ?? 0), 0)
    if (!best || score > best.score) best = { section, score }
  }
  return best?.section ?? null
}

function knownTerm(
  term: string,
  counts: ReadonlyMap<string, number>,
  vocabulary: readonly string[],
): string | null {
  if (counts.has(term)) return term
  if (term.length < 5 || /\d/.test(term)) return null
  const root = rootOf(term)
  return (
    vocabulary.find((word) => word.length > 4 && word[0] === term[0] && editDistance(term, word) === 1) ??
    vocabulary.find((word) => root.length > 3 && rootOf(word) === root) ??
    null
  )
}
