import type { Transporter } from 'nodemailer'
import { JobFailure } from '#domain/job/job-failure.ts'
import { type MailGateway, MAILS_AT_ONCE } from './port.ts'

/**
 * How long a server may take to accept a mail. A sender that gives up earlier may send it twice (RFC 5321,
 * 4.5.3.2.6). Nodemailer has one time limit for all answers after the greeting.
 */
const ACCEPTED_WITHIN_MS = 600_000

/**
 * Whether a server says that the mailbox of the receiver does not exist (RFC 3463: 5.1.1, 2, 3, 6 and 10). All else
 * may be a fault of ours that the operator can settle: 5.1.7 and 5.1.8 are about our own address, 5.7.x and a refusal
 * without such a code about a rule against us; a full mailbox is emptied some day.
 */
function hasNoMailbox(error: unknown): boolean {
  const { command, response } = Object(error) as Record<string, unknown>
  return command === 'RCPT TO' && /^55[013][ -]5\.1\.(?:1|2|3|6|10)\b/.test(String(response))
}

/**
 * Sends by SMTP. `url` is `smtps://user:password@host:465` or `smtp://…:587`; with `?requireTLS=true` the latter sends
 * nothing where the server offers no STARTTLS. `from` is the sender's address, with or without a name. Connections are
 * pooled. The attempt fails when the server does not greet within 10 s, or does not answer later within 10 minutes.
 */
export function smtpMail(url: string, from: string): MailGateway {
  const open = async () => {
    // Loaded when the first mail is sent.
    const { createTransport } = await import('nodemailer')
    return createTransport(
      {
        url,
        pool: true,
        maxConnections: MAILS_AT_ONCE,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: ACCEPTED_WITHIN_MS,
        idleTimeout: 20_000,
      } as never,
      { from },
    )
  }
  let transport: Promise<Transporter> | undefined
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'hiram.invalid'
  return {
    async send(mail) {
      // A later mail tries again what could not be loaded.
      transport ??= open().catch((error: unknown) => {
        transport = undefined
        throw error
      })
      const sending = (await transport).sendMail({
        messageId: `<${mail.id}@${domain}>`,
        to: { name: '', address: mail.to },
        ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: mail.headers,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await sending.catch((error: Error) => {
        throw hasNoMailbox(error) ? new JobFailure(error, 'never') : error
      })
    },
    async close() {
      ;(await transport)?.close()
    },
  }
}
