import { readHelp, type Help } from '#server/help/queries.ts'
import type { Settings } from '#server/settings.ts'

const helpTexts = new Map<string, Help>()

/** The help texts of a site with these settings, read once in a process. */
export function helpOf({ siteName, supportEmail, replyHours, kept, payments, assistant }: Settings): Help {
  const site = { siteName, supportEmail, replyHours, kept, payments, assistant }
  const key = JSON.stringify(site)
  const help = helpTexts.get(key) ?? readHelp(site)
  helpTexts.set(key, help)
  return help
}
