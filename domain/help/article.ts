import { filled, type HelpTable, readMarkdown, type Block, withFeatures } from './markdown.ts'
import { type HelpFeature, helpFeatures } from './values.ts'

export const helpCategories = [
  'Getting started',
  'Renting',
  'Paying',
  'Lending',
  'Your account',
  'Safety and privacy',
] as const
export type HelpCategory = (typeof helpCategories)[number]

export type HelpSection = { id: string; heading: string; blocks: Block[] }

/** A help text. Its lead (all text before the first heading) answers its title on its own. */
export type HelpArticle = {
  /** The file's name, and the address below `/help/`. */
  slug: string
  title: string
  category: HelpCategory
  /** The position within the category. */
  order: number
  /** Words and phrases that people use for it, also Filipino ones, for the search. */
  keywords: string[]
  /** The position on the FAQ page; null when it isn't there. */
  faq: number | null
  /** What the site has to have, or there is no such text; null when it needs nothing. */
  needs: HelpFeature | null
  lead: Block[]
  sections: HelpSection[]
}

/**
 * Reads a help text: front matter between two lines of `---` (title, category, order, keywords, and optionally faq and
 * needs), then Markdown with `{{values}}`, `tables`, and parts for `features` that the site has. It throws,
 * naming the file, when a field is missing, unknown or invalid.
 */
export function readArticle(
  slug: string,
  file: string,
  values: Record<string, string>,
  tables: Readonly<Record<string, HelpTable>> = {},
  features: readonly HelpFeature[] = helpFeatures,
): HelpArticle {
  const wrong = (what: string) => new Error(`help/${slug}.md: ${what}`)
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/.exec(file.replaceAll('\r\n', '\n'))
  if (!match) throw wrong('no front matter')
  const front = new Map(
    match[1]!.split('\n').map((line) => {
      const at = line.indexOf(': ')
      if (at < 0) throw wrong(`not a line of front matter: ${line}`)
      return [line.slice(0, at), line.slice(at + 2).trim()] as const
    }),
  )
  const unknown = [...front.keys()].filter((name) => !known.includes(name))
  if (unknown.length > 0) throw wrong(`unknown in the front matter: ${unknown.join(', ')}`)
  const fill = (name: string) => {
    if (values[name] === undefined) throw new Error(`unknown value ${name}`)
    return values[name]
  }
  const need = (name: string) => {
    const value = front.get(name)
    if (!value) throw wrong(`no ${name}`)
    return filled(value, fill)
  }
  const category = helpCategories.find((name) => name === need('category'))
  if (!category) throw wrong(`unknown category ${need('category')}`)
  const needs = helpFeatures.find((name) => name === front.get('needs')) ?? null
  if (front.has('needs') && !needs) throw wrong(`unknown feature ${front.get('needs')}`)
  let blocks: Block[]
  try {
    blocks = readMarkdown(withFeatures(match[2]!, helpFeatures, features), fill, tables)
  } catch (error) {
    throw wrong((error as Error).message)
  }
  const { lead, sections } = inSections(blocks)
  if (lead.length === 0) throw wrong('no lead')
  return {
    slug,
    title: need('title'),
    category,
    order: Number(need('order')),
    keywords: need('keywords')
      .split(',')
      .map((keyword) => keyword.trim()),
    faq: front.has('faq') ? Number(need('faq')) : null,
    needs,
    lead,
    sections,
  }
}

const known = ['title', 'category', 'order', 'keywords', 'faq', 'needs']

function inSections(blocks: readonly Block[]): Pick<HelpArticle, 'lead' | 'sections'> {
  const lead: Block[] = []
  const sections: HelpSection[] = []
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ id: block.id, heading: block.text, blocks: [] })
    else (sections.at(-1)?.blocks ?? lead).push(block)
  }
  return { lead, sections }
}

/** Sorts articles by category, then by position. */
export function inOrder(articles: readonly HelpArticle[]): HelpArticle[] {
  const at = ({ category }: HelpArticle) => helpCategories.indexOf(category)
  return articles.toSorted((a, b) => at(a) - at(b) || a.order - b.order || a.slug.localeCompare(b.slug))
}
