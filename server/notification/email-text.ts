import { pathByLogIn } from '#domain/account/return-path.ts'
import { tidyLine } from '#domain/text.ts'
import { choicesPath, postalLine, type EmailContent, type EmailFrame } from './email-content.ts'

/** An email content as complete plain text, for mail programs and people that show no HTML. */
export function emailText({ lead, quote, facts, action, note }: EmailContent, frame: EmailFrame): string {
  const { baseUrl, siteName, supportEmail, name, why, stop } = frame
  const parts = [
    name && `Hello ${name},`,
    lead,
    quote && quotation(quote),
    facts.map(({ label, value }) => `${label}: ${tidyLine(value)}`).join('\n'),
    action && `${action.label}:\n${baseUrl}${pathByLogIn(action.path)}`,
    note,
    `${siteName}, ${postalLine}\n${baseUrl}`,
    why,
    stop && `Stop these emails:\n${stop}`,
    stop && `All your choices:\n${baseUrl}${pathByLogIn(choicesPath)}`,
    `Questions? ${supportEmail}`,
  ]
  return parts.filter(Boolean).join('\n\n')
}

const quotation = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
