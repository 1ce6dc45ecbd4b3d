/** A piece of a line: plain, bold, or a link to a page of the site. */
export type Inline = string | { bold: string } | { link: string; text: string }
export type HelpTable = { head: readonly string[]; rows: readonly (readonly string[])[] }
export type Block =
  | { kind: 'heading'; text: string; id: string }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | ({ kind: 'table' } & HelpTable)

/**
 * Reads the Markdown of help texts: paragraphs, `##` headings, lists of one level, `**bold**` and links to pages of
 * the site. Anything else, HTML above all, throws with its line, because its look would be undefined. `fill` returns
 * the text for `{{name}}`, and `{{table name}}` alone is one of `tables`.
 * ### Example `readMarkdown('See **Cart**, or [ask us](/contact).')` is one paragraph of `'See '`, a bold `Cart`, `',
 * or '`, a link and `'.'`.
 */
export function readMarkdown(
  text: string,
  fill: (name: string) => string = unknown,
  tables: Readonly<Record<string, HelpTable>> = {},
): Block[] {
  const plain = (words: string) => filled(checked(words), fill)
  return text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => readTable(part, tables) ?? readBlock(part, plain))
}

type Plain = (words: string) => string

function unknown(name: string): string {
  throw new Error(`unknown value ${name}`)
}

/**
 * A text without the parts of features that the site lacks (`#`), or has (`^`). Unknown features throw.
 * ### Example `Pay in cash{{#payments}} or online{{/payments}}.` is `Pay in cash.` where nothing is paid online.
 */
export function withFeatures<F extends string>(text: string, all: readonly F[], has: readonly F[]): string {
  return text.replaceAll(
    /\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g,
    (_, mark: string, name: F, part: string) => {
      if (!all.includes(name)) throw new Error(`unknown feature ${name}`)
      return has.includes(name) === (mark === '#') ? part : ''
    },
  )
}

/** A text with its `{{values}}` filled in, as plain text: Markdown signs in a value have no effect. */
export function filled(text: string, fill: (name: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => fill(name))
}

function readTable(part: string, tables: Readonly<Record<string, HelpTable>>): Block | null {
  const name = /^\{\{table (\w+)\}\}$/.exec(part)?.[1]
  if (name === undefined) return null
  const table = tables[name]
  if (!table) throw new Error(`unknown table ${name}`)
  return { kind: 'table', ...table }
}

function readBlock(part: string, plain: Plain): Block {
  const lines = part.split('\n').map((row) => row.trim())
  const [first = ''] = lines
  const heading = /^## (.+)$/.exec(first)
  if (heading && lines.length === 1)
    return { kind: 'heading', text: plain(heading[1]!), id: slugOf(heading[1]!) }
  const bullet = /^(?:-|\d+\.) /.exec(first)
  if (!bullet) return { kind: 'paragraph', content: readInline(lines.join(' '), plain) }
  const ordered = bullet[0] !== '- '
  const items: string[] = []
  for (const line of lines) {
    const item = (ordered ? /^\d+\. (.+)$/ : /^- (.+)$/).exec(line)
    if (item) items.push(item[1]!)
    else items.push(`${items.pop()} ${line}`)
  }
  return { kind: 'list', ordered, items: items.map((item) => readInline(item, plain)) }
}

/** Addresses on this site: a path of plain characters. */
const ownPath = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?(?:\?[a-z]+=[\w-]+)?$/

function readInline(line: string, plain: Plain): Inline[] {
  const pieces: Inline[] = []
  let at = 0
  for (const match of line.matchAll(/\*\*([^*]+)\*\*|\[([^\][]+)\]\(([^()\s]+)\)/g)) {
    const [whole, bold, text, link] = match
    if (link !== undefined && line[match.index - 1] === '!') throw new Error(`a picture: ${link}`)
    if (match.index > at) pieces.push(plain(line.slice(at, match.index)))
    if (link !== undefined && !ownPath.test(link)) throw new Error(`a link leads to no page of ours: ${link}`)
    pieces.push(bold === undefined ? { link: link!, text: plain(text!) } : { bold: plain(bold) })
    at = match.index + whole.length
  }
  if (at < line.length) pieces.push(plain(line.slice(at)))
  return pieces
}

function checked(text: string): string {
  const odd = /[<>`*_[\]{}|\\]|^#|!\[|https?:/.exec(text.replaceAll(/\{\{\w+\}\}/g, ''))
  if (odd) throw new Error(`a help text has ${odd[0]}, which it can’t: ${text.slice(0, 80)}`)
  return text
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** The plain text of blocks; a list has one line per item, a table one per row. */
export function wordsOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'heading') return block.text
      if (block.kind === 'paragraph') return wordsOfInline(block.content)
      if (block.kind === 'table') return block.rows.map((row) => row.join('; ')).join('\n')
      return block.items
        .map((item, i) => `${block.ordered ? `${i + 1}.` : '-'} ${wordsOfInline(item)}`)
        .join('\n')
    })
    .join('\n\n')
}

/** The plain text of one line. */
function wordsOfInline(content: readonly Inline[]): string {
  return content
    .map((piece) => (typeof piece === 'string' ? piece : 'bold' in piece ? piece.bold : piece.text))
    .join('')
}
