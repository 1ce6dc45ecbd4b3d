import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inOrder, readArticle, type HelpArticle } from '#domain/help/article.ts'
import { createHelpSearch, type HelpSearch } from '#domain/help/search.ts'
import { featuresOf, helpValues, type HelpSite } from '#domain/help/values.ts'
import { actionTable } from '#domain/rental/action-table.ts'

const FOLDER = resolve(import.meta.dirname, '../../help')

/** The help texts of the site: all in order, one by its address, and the search. */
export type Help = {
  articles: readonly HelpArticle[]
  find(slug: string): HelpArticle | null
  search: HelpSearch
}

/**
 * Reads the folder `help`, without what it says of payments online and of the assistant where the site has none. An
 * invalid text throws, so that the server does not start and the error names the file.
 */
export function readHelp(site: HelpSite, folder = FOLDER): Help {
  const values = helpValues(site)
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  const features = featuresOf(site)
  const tables = { lifecycle: actionTable() }
  const all = files.map((file) =>
    readArticle(file.slice(0, -3), readFileSync(join(folder, file), 'utf8'), values, tables, features),
  )
  const articles = inOrder(all.filter(({ needs }) => needs === null || features.includes(needs)))
  const bySlug = new Map(articles.map((article) => [article.slug, article]))
  return { articles, find: (slug) => bySlug.get(slug) ?? null, search: createHelpSearch(articles) }
}
