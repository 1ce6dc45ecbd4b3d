import type { Bench } from './bench.ts'
import { answerTo } from './answer.ts'
import type { Row } from './table.ts'

const KIB = 1024

/** What a guest's browser loads for its first visit of /products, as the server sends it. */
export async function benchVisit(bench: Bench): Promise<Row[]> {
  const { origin } = await bench.server()
  const html = Buffer.from((await answerTo(origin, { path: '/products' })).body).toString()
  const scripts = await scriptsOf(origin, html)
  const [sheet] = filesIn(html, /<link rel="stylesheet"[^>]* href="([^"]+)"/g)
  const fonts = filesIn(html, /<link rel="preload" as="font"[^>]* href="([^"]+)"/g)
  const styles = Buffer.from((await answerTo(origin, { path: sheet! })).body).toString()
  // Each card has a peso sign, which is in a font of its own.
  const peso = filesIn(styles, /(\/assets\/[\w-]+-peso-[\w-]+\.woff2)/g).slice(0, 1)
  const early = filesIn(html, /(<script[^>]* (?:src=|type="module")|modulepreload)/g).length
  const size = async (paths: readonly string[]) => {
    const sizes = await Promise.all(paths.map((path) => compressed(origin, path)))
    return sizes.reduce((sum, each) => sum + each, 0) / KIB
  }
  const javaScript = await size(scripts)
  return [
    {
      name: 'first visit of /products: JavaScript, brotli',
      figure: `${javaScript.toFixed(1)} KiB in ${scripts.length} files, ${early} before the first paint`,
      aim: '≤ 115 KiB in ≤ 12 files, none before the first paint',
      holds: javaScript <= 115 && scripts.length <= 12 && early === 0,
    },
    sizeRow('HTML', html.length / KIB, 60),
    sizeRow('CSS, brotli', await size([sheet!]), 15),
    sizeRow('fonts', await size([...fonts, ...peso]), 60),
  ]
}

const sizeRow = (what: string, kib: number, most: number): Row => ({
  name: `first visit of /products: ${what}`,
  figure: `${kib.toFixed(1)} KiB`,
  aim: `≤ ${most} KiB`,
  holds: kib <= most,
})

/** The scripts that a page starts with: those in its HTML, and what these import statically. */
async function scriptsOf(origin: string, html: string): Promise<string[]> {
  const found = new Set<string>()
  const add = async (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const code = Buffer.from((await answerTo(origin, { path: file })).body).toString()
    for (const name of filesIn(code, /(?:from|import)"\.\/([\w.-]+\.js)"/g)) await add(`/assets/${name}`)
  }
  const [start = html] = /<script type="text\/plain"[^>]*>[\s\S]*?<\/script>/.exec(html) ?? []
  for (const file of filesIn(start, /(?:from |import\()"(\/assets\/[\w.-]+\.js)"/g)) await add(file)
  return [...found]
}

const filesIn = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, at]) => at!)),
]

/** How many bytes are sent for a file. */
async function compressed(origin: string, path: string): Promise<number> {
  const { status, body } = await answerTo(origin, { path, headers: { 'accept-encoding': 'br' } })
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  return body.length
}
