import { linksOf, partOf, textOf, unescaped } from './html.ts'
import type { Fields } from './visitor.ts'

/** The name of a link or button: the whole of it, or a pattern. */
type Name = string | RegExp

const isNamed = (name: string, wanted: Name) =>
  typeof wanted === 'string' ? name === wanted : wanted.test(name)

/** What a browser without scripts sends for a form: how and where to, and its fields as they stand on the page. */
export type FormToSend = { method: 'get' | 'post'; address: string; fields: Fields }

/**
 * The form of the page at `at` that has a button of this name, with the fields that pressing it sends. Fails where no
 * button that can be pressed has the name.
 */
function formWith(html: string, button: Name, at: string): FormToSend {
  for (const [, opening, inside] of html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)) {
    const buttons = [...inside!.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)].map(([, tag, text]) => ({
      tag: tag!,
      name: valueOf(tag!, 'aria-label') ?? textOf(text!).trim(),
    }))
    const pressed = buttons.find(({ tag, name }) => isNamed(name, button) && !tag.includes(' disabled'))
    if (!pressed || / type="button"/.test(pressed.tag)) continue
    const address = valueOf(pressed.tag, 'formaction') ?? valueOf(opening!, 'action') ?? at.replace(/#.*/, '')
    const method = valueOf(opening!, 'method') === 'post' ? 'post' : 'get'
    return { method, address, fields: { ...fieldsIn(inside!), ...ofButton(pressed.tag) } }
  }
  throw new Error(`${at} has no form with the button “${button}”`)
}

/** The fields of a form that a browser would send, by name; of several with one name, all. */
function fieldsIn(form: string): Fields {
  const sent: Record<string, string[]> = {}
  const add = (tag: string, value: string) => {
    const name = valueOf(tag, 'name')
    if (name && !/ disabled=/.test(tag)) (sent[name] ??= []).push(value)
  }
  for (const [, tag] of form.matchAll(/<input\b([^>]*)>/g)) {
    const type = valueOf(tag!, 'type')
    if (type === 'file') continue
    if ((type === 'radio' || type === 'checkbox') && !/ checked=/.test(tag!)) continue
    add(tag!, valueOf(tag!, 'value') ?? (type === 'checkbox' ? 'on' : ''))
  }
  for (const [, tag, text] of form.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g))
    add(tag!, unescaped(text!).replace(/^\n/, ''))
  for (const [, tag, options] of form.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const all = [...options!.matchAll(/<option\b([^>]*)>/g)].map(([, option]) => option!)
    const chosen = all.find((option) => / selected=/.test(option)) ?? all[0]
    if (chosen !== undefined) add(tag!, valueOf(chosen, 'value') ?? '')
  }
  return sent
}

/** Fields as the query of an address, or as the body of a form; files are left out. */
export function queryOf(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (typeof each === 'string' ? [[name, each]] : [])),
  )
  return new URLSearchParams(pairs).toString()
}

function ofButton(tag: string): Fields {
  const name = valueOf(tag, 'name')
  return name ? { [name]: valueOf(tag, 'value') ?? '' } : {}
}

/** React writes the names of some attributes with capitals. */
function valueOf(tag: string, attribute: string): string | undefined {
  const value = new RegExp(`(?<![\\w-])${attribute}="([^"]*)"`, 'i').exec(tag)?.[1]
  return value === undefined ? undefined : unescaped(value)
}

/** Who sends the requests of a `PlainBrowser` and keeps its cookies. Neither follows a redirect. */
export type Sender = {
  origin: string
  get(address: string): Promise<Response>
  post(address: string, fields: Fields, sending: { headers: Record<string, string> }): Promise<Response>
}

/** A browser without scripts: it opens pages, follows their links, and sends their forms. */
export class PlainBrowser {
  #sender: Sender
  /** The address of the page that is open, its HTML, and the status with which it came. */
  at = ''
  html = ''
  status = 0

  constructor(sender: Sender) {
    this.#sender = sender
  }

  get text(): string {
    return textOf(this.html)
  }

  async open(address: string): Promise<void> {
    await this.#show(address, await this.#sender.get(address))
  }

  /** Opens the address of the first link of the page with this name. */
  async follow(name: Name): Promise<void> {
    const link = linksOf(this.html).find((each) => isNamed(each.name, name))
    if (!link) throw new Error(`${this.at} has no link “${name}”`)
    await this.open(link.href)
  }

  /** Presses a button of the page, after something was typed into fields of its form. */
  async press(button: Name, typed: Fields = {}): Promise<void> {
    const { method, address, fields } = formWith(this.html, button, this.at)
    const sent = { ...fields, ...typed }
    if (method === 'get') return this.open(`${address.split('?')[0]}?${queryOf(sent)}`)
    const headers = { referer: new URL(this.at, this.#sender.origin).href }
    await this.#show(address, await this.#sender.post(address, sent, { headers }))
  }

  /** The fields that a button would send: those of its form, and its own. */
  fieldsSentBy(button: Name): Fields {
    return formWith(this.html, button, this.at).fields
  }

  /**
   * The HTML of the first element of this tag that has `words` in its text; empty where none has. With the id of a
   * heading it looks for an article of that heading's section, which must be there.
   */
  part(tag: 'article' | 'section', words: string, headingId?: string): string {
    const under = headingId && this.html.split(`id="${headingId}"`)[1]!.split('</section>')[0]!
    return partOf(under ?? this.html, tag, words)
  }

  async #show(address: string, answer: Response): Promise<void> {
    this.html = await answer.text()
    ;[this.at, this.status] = [address, answer.status]
    const to = answer.headers.get('location')
    if (to) await this.open(to)
  }
}
