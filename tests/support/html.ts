const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

/** The text of HTML as a person reads it: without scripts and tags, with entities decoded. */
export function textOf(html: string): string {
  return unescaped(
    html.replaceAll(/<script\b[\s\S]*?<\/script>/g, '').replaceAll(/<[^>]+>/g, ' '),
  ).replaceAll(/\s+/g, ' ')
}

export function unescaped(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => entities[name]!)
}

/** The form fields of a page with their current values, by name. */
export function fieldsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, tag] of html.matchAll(/<input\b([^>]*)>/g)) {
    const { name, type, value = type === 'checkbox' ? 'on' : '' } = attributesOf(tag!)
    if (name && ((type !== 'radio' && type !== 'checkbox') || / checked=""/.test(tag!))) fields[name] = value
  }
  for (const [, tag, text] of html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g))
    fields[attributesOf(tag!).name!] = unescaped(text!)
  return fields
}

/** The selected values of the lists of a page, by name. */
export function choicesOf(html: string): Record<string, string> {
  const lists = html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)
  return Object.fromEntries(
    [...lists].map(([, tag, options]) => {
      const [, chosen = ''] = options!.match(/<option\b([^>]* selected="[^>]*)>/) ?? []
      return [attributesOf(tag!).name!, attributesOf(chosen).value ?? '']
    }),
  )
}

/** The HTML of the first element of this tag that has `words` in its text; empty where none has. */
export function partOf(html: string, tag: string, words: string): string {
  const all = html.match(new RegExp(`<${tag}\\b[\\s\\S]*?</${tag}>`, 'g')) ?? []
  return all.find((each) => textOf(each).includes(words)) ?? ''
}

/** The links of a page in their order, each with its name and its address. */
export function linksOf(html: string): { name: string; href: string }[] {
  return [...html.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/g)].map(([, tag, inside]) => {
    const { 'aria-label': name = textOf(inside!).trim(), href = '' } = attributesOf(tag!)
    return { name, href }
  })
}

/** The message of a field: the text of the element in its `aria-describedby`, or of the group for radios. */
export function messageBeside(html: string, name: string): string {
  const tags = [...html.matchAll(/<(?:input|textarea|select|fieldset|button)\b([^>]*)>/g)].map(([, tag]) =>
    attributesOf(tag!),
  )
  const field =
    tags.find((tag) => tag.name === name && tag['aria-invalid'] === 'true') ??
    tags.find((tag) => tag.name === name)
  const group = field?.type === 'radio' ? groupOf(html, name) : undefined
  const ids = ((group ?? field)?.['aria-describedby'] ?? '').split(' ').filter(Boolean)
  return ids
    .map((id) => {
      const at = html.indexOf('>', html.indexOf(`id="${id}"`))
      return html.includes(`id="${id}"`) ? textOf(html.slice(at + 1).split(/<\/(?:p|div)>/)[0]!) : ''
    })
    .join(' ')
    .trim()
}

/** The fieldset of the radios with a name. */
function groupOf(html: string, name: string) {
  const [group] =
    html.split(new RegExp(`<input[^>]*name="${name}"`))[0]!.match(/<fieldset\b[^>]*>(?![\s\S]*<fieldset)/) ??
    []
  return group === undefined ? undefined : attributesOf(group)
}

function attributesOf(tag: string): Record<string, string> {
  return Object.fromEntries(
    [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, unescaped(value!)]),
  )
}
