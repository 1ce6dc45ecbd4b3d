import { isSwitchable, notificationKinds } from '#domain/notification/kinds.ts'
import { tidyLine } from '#domain/text.ts'
import type { Mail } from '#gateways/mail/port.ts'
import type { Settings } from '../settings.ts'
import type { AddressedEmail, EmailContent, EmailFrame } from './email-content.ts'
import { emailText } from './email-text.ts'
import { unsubscribePath } from './unsubscribe-link.ts'

/**
 * An email content as a mail: its header, its HTML and the same text as plain text. `name` is the name in the
 * greeting. A kind that can be switched off carries a link that does so, for its reader and for their mail program
 * (RFC 8058).
 */
export async function composeMail(
  settings: Settings,
  email: AddressedEmail,
  name: string | null,
): Promise<Omit<Mail, 'id'>> {
  // Loaded when the first mail is sent, together with React and React Email.
  const { emailHtml } = await import('./email-html.ts')
  const frame = frameOf(settings, email, name)
  return {
    to: email.to,
    ...(email.replyTo ? { replyTo: email.replyTo } : {}),
    subject: tidyLine(email.subject),
    text: emailText(email, frame),
    html: emailHtml(email, frame),
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

function frameOf(
  settings: Settings,
  { accountId, kind, to }: AddressedEmail,
  name: string | null,
): EmailFrame {
  const { baseUrl, siteName, supportEmail } = settings
  const stop =
    accountId && isSwitchable(kind) ? baseUrl + unsubscribePath(settings, { accountId, kind, to }) : null
  const why = whyOf(accountId, kind, siteName)
  return { baseUrl, siteName, supportEmail, name: name && tidyLine(name), stop, why }
}

function whyOf(accountId: EmailContent['accountId'], kind: EmailContent['kind'], siteName: string): string {
  if (!accountId) return `You get this because what people write to ${siteName} arrives at this address.`
  if (!isSwitchable(kind))
    return `This is about your account or something you did on ${siteName}, so it is always sent.`
  return `You get this because “${notificationKinds[kind].label}” is switched on in your notification choices.`
}
