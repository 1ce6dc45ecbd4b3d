import type { Transporter } from 'nodemailer'
import { type MailGateway, MAILS_AT_ONCE } from './port.ts'

/**
 * Sends by SMTP. `url` is `smtp://user:password@host:587` or `smtps://…:465`; `from` is the sender's address, with or
 * without a name. Connections are pooled. An attempt fails when the server does not answer within 10 s, or when its
 * replies do not belong to the commands.
 */
export function smtpMail(url: string, from: string): MailGateway {
  const open = async () => {
    // Loaded when the first mail is sent.
    const [{ createTransport }] = await Promise.all([import('nodemailer'), refuseUnexpectedReplies()])
    return createTransport(
      {
        url,
        pool: true,
        maxConnections: MAILS_AT_ONCE,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      } as never,
      { from },
    )
  }
  let transport: Promise<Transporter> | undefined
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'hiram.invalid'
  return {
    async send(mail) {
      transport ??= open()
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

type TakeReply = (this: unknown, reply: string, callback: unknown) => void

/**
 * Only 354 asks for the message (RFC 5321, 4.2.2). nodemailer also takes 250 for that, which is the reply to an earlier
 * command when a server answers twice: the message would count as delivered before the server has read it. 421 makes
 * it close the connection. Its method is internal; `contract.test.ts` fails when it no longer does this.
 */
async function refuseUnexpectedReplies() {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = SMTPConnection.prototype as unknown as { _actionDATA: TakeReply & { isStrict?: true } }
  const take = connection._actionDATA
  if (take.isStrict) return
  const strict: TakeReply = function (reply, callback) {
    take.call(this, reply.startsWith('2') ? `421 Instead of 354 to DATA: ${reply}` : reply, callback)
  }
  connection._actionDATA = Object.assign(strict, { isStrict: true as const })
}
