import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { helpCategories } from '#domain/help/article.ts'
import { actionTable } from '#domain/rental/action-table.ts'
import { wordsOf, type Block, type Inline } from '#domain/help/markdown.ts'
import { helpSite } from '#tests/support/help-site.ts'
import { routeOf } from '#tests/support/page-routes.ts'
import { readHelp } from './queries.ts'

const help = readHelp(helpSite)
const blocksOf = ({ lead, sections }: (typeof help.articles)[number]): Block[] => [
  ...lead,
  ...sections.flatMap(({ blocks }) => blocks),
]
const linksIn = (content: readonly Inline[]) =>
  content.flatMap((piece) => (typeof piece === 'object' && 'link' in piece ? [piece.link] : []))

describe('the help texts', () => {
  it('are many, each found by its address, with every category filled', () => {
    expect(help.articles.length).toBeGreaterThanOrEqual(25)
    for (const article of help.articles) expect(help.find(article.slug)).toBe(article)
    expect(new Set(help.articles.map(({ category }) => category))).toEqual(new Set(helpCategories))
    expect(new Set(help.articles.map(({ title }) => title)).size).toBe(help.articles.length)
    expect(help.find('none')).toBeNull()
    expect(help.find('../README')).toBeNull()
  })

  it('are the source of the three questions of the FAQ', () => {
    const asked = help.articles.filter(({ faq }) => faq !== null).toSorted((a, b) => a.faq! - b.faq!)
    expect(asked.map(({ faq, title }) => [faq, title])).toEqual([
      [1, 'How do I rent an item?'],
      [2, 'What does it cost, and how do I pay?'],
      [3, 'How do I lend out what I own?'],
    ])
  })

  it('lead to pages and to texts that exist', () => {
    const links = help.articles
      .flatMap(blocksOf)
      .flatMap((block) =>
        block.kind === 'paragraph'
          ? linksIn(block.content)
          : block.kind === 'list'
            ? block.items.flatMap(linksIn)
            : [],
      )
    expect(links.length).toBeGreaterThan(20)
    for (const link of new Set(links)) {
      expect(routeOf(link), link).not.toBe('/*')
      if (link.startsWith('/help/')) expect(help.find(link.slice('/help/'.length)), link).not.toBeNull()
    }
  })

  it('have the table of every step of a rental, as the rules have it', () => {
    const blocks = blocksOf(help.find('what-happens-when')!)
    expect(blocks.find(({ kind }) => kind === 'table')).toEqual({ kind: 'table', ...actionTable() })
  })

  it('have the figures of the rules', () => {
    const words = (slug: string) => wordsOf(blocksOf(help.find(slug)!))
    expect(words('prices-and-fees')).toContain(
      'rental cost ₱1,200.00, service fee ₱60.00, delivery ₱15.00, together ₱1,275.00',
    )
    expect(words('pay-online')).toContain('held for 30 minutes')
    expect(words('hand-over-and-return')).toContain('deleted 90 days after the end of the rental')
    expect(words('deposits')).toContain('48 hours after the return')
    expect(words('cancel-a-rental')).toContain(
      'All of the rent back until 3 days before it starts, then half.',
    )
  })

  it('answer their title at their beginning, briefly enough for a chat', () => {
    const long = help.articles.filter(({ lead }) => wordsOf(lead).length > 800)
    expect(long.map(({ slug }) => slug)).toEqual([])
  })

  it('are each found first by their own title', () => {
    const lost = help.articles.filter(({ slug, title }) => help.search(title, 1)[0]?.article.slug !== slug)
    expect(lost.map(({ slug }) => slug)).toEqual([])
  })

  it('say the name and the address of the site as they are set', () => {
    const other = readHelp({ ...helpSite, siteName: 'Bayani', supportEmail: 'hello@bayani.ph' })
    const all = JSON.stringify(other.articles)
    expect(all).toContain('hello@bayani.ph')
    expect(all.replace('Hiram is Filipino', '')).not.toContain('"Hiram')
  })

  it('name no online payment and no assistant where the site has none', () => {
    const without = readHelp({ ...helpSite, payments: null, assistant: { on: false } })
    expect([without.find('pay-online'), without.find('the-assistant')]).toEqual([null, null])
    const all = JSON.stringify(without.articles.map((article) => ({ ...article, keywords: [] })))
    expect(all).not.toMatch(/PayMongo|GCash|Maya|\*\*Pay|assistant/i)
    expect(all).not.toMatch(/\{\{/)
    for (const link of all.matchAll(/"\/help\/([a-z-]+)"/g))
      expect(without.find(link[1]!), link[0]).not.toBeNull()
  })

  it('name the ways to pay online as they are set', () => {
    const ways = (...channels: string[]) =>
      wordsOf(readHelp({ ...helpSite, payments: { channels } }).find('pay-online')!.lead)
    expect(ways('card')).toContain('our payment provider: with a card. Your dates')
    expect(ways('card', 'gcash', 'paymaya', 'grab_pay')).toContain(
      'with a card, GCash, Maya or another way that it shows. Your dates',
    )
  })

  it('that are not as they should be keep the site from starting', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hiram-help-'))
    writeFileSync(join(folder, 'odd.md'), 'Hello <b>there</b>')
    expect(() => readHelp(helpSite, folder)).toThrow('help/odd.md')
    rmSync(folder, { recursive: true })
  })
})
