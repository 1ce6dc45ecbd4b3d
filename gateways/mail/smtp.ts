import type { Transporter } from 'nodemailer'
import { type MailGateway, MAILS_AT_ONCE } from './port.ts'

/**
 * How long a server may take to accept a mail: who gives up earlier sends it twice (RFC 5321, 4.5.3.2.6). Nodemailer
 * has one time limit for all answers.
 */
const ACCEPTED_WITHIN_MS = 600_000

/**
 * Sends by SMTP. `url` is `smtp://user:password@host:587` or `smtps://…:465`; `from` is the sender's address, with or
 * without a name. Connections are pooled; a server that does not answer within 10 s fails the attempt.
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
      await (
        await transport
      ).sendMail({
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
    },
    async close() {
      ;(await transport)?.close()
    },
  }
}
