import type { Settings } from '../settings.ts'
import type { Letter } from './letter.ts'

/** A letter as plain text: the whole of it, for mail programs and people that show no HTML. `name` is whom it greets. */
export function plainLetter(
  letter: Letter,
  { baseUrl, siteName }: Pick<Settings, 'baseUrl' | 'siteName'>,
  name: string | null,
): string {
  const { lead, quote, facts, action, note } = letter
  const parts = [
    name && `Hello ${name},`,
    lead,
    quote && quotation(quote),
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    action && `${action.label}:\n${baseUrl}${action.path}`,
    note,
    siteName,
  ]
  return parts.filter(Boolean).join('\n\n')
}

const quotation = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
