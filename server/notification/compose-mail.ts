import { noticeKinds } from '#domain/notification/kinds.ts'
import { tidyLine } from '#domain/text.ts'
import type { Mail } from '#gateways/mail/port.ts'
import type { Settings } from '../settings.ts'
import type { Letter, LetterFrame } from './letter.ts'
import { plainLetter } from './plain-letter.ts'
import { unsubscribePath } from './unsubscribe-link.ts'

/**
 * A letter as a mail: its header, its HTML and the plain text that says the same. `name` is whom it greets. A kind
 * that can be switched off carries a link that does so, for its reader and for their mail program (RFC 8058).
 */
export async function composeMail(
  settings: Settings,
  letter: Letter,
  name: string | null,
): Promise<Omit<Mail, 'id'>> {
  // Loaded with the first mail, React and the parts of React Email with it.
  const { htmlLetter } = await import('./html-letter.ts')
  const frame = frameOf(settings, letter, name)
  return {
    to: letter.to,
    ...(letter.replyTo ? { replyTo: letter.replyTo } : {}),
    subject: tidyLine(letter.subject),
    text: plainLetter(letter, frame),
    html: htmlLetter(letter, frame),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(frame.stop
        ? {
            'List-Unsubscribe': `<${frame.stop}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  }
}

function frameOf(settings: Settings, { accountId, kind }: Letter, name: string | null): LetterFrame {
  const { baseUrl, siteName, supportEmail } = settings
  const stop =
    accountId && kind && kind !== 'admin-decision'
      ? baseUrl + unsubscribePath(settings, { accountId, kind })
      : null
  const why = whyOf(accountId, kind, siteName)
  return { baseUrl, siteName, supportEmail, name: name && tidyLine(name), stop, why }
}

function whyOf(accountId: Letter['accountId'], kind: Letter['kind'], siteName: string): string {
  if (!accountId) return `You get this because what people write to ${siteName} arrives at this address.`
  if (!kind || kind === 'admin-decision')
    return `This is about your account or something you did on ${siteName}, so it is always sent.`
  return `You get this because “${noticeKinds[kind].label}” is switched on in your notification choices.`
}
