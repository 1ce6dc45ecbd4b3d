import type { MailGateway } from '#gateways/mail/port.ts'
import { replyInThread } from '../assistant/reply-in-thread.ts'
import type { Services } from '../context.ts'
import { deliver } from '../notification/deliver.ts'
import type { EmailContent } from '../notification/email-content.ts'
import { sendPush } from '../notification/send-push.ts'
import { findEmailEffect } from '../notification/queries.ts'
import { isEmail, wordEmail } from '../notification/templates.ts'
import { closeCheckout } from '../payment/close-checkout.ts'
import { sendRefund } from '../refund/send-refund.ts'
import type { Effect } from '../record.ts'

/**
 * Does one effect. The effect's id is the id of its email, so that an effect done twice (a crash before it was marked
 * as done) arrives once. Throws when the outside service refused it: it is repeated.
 */
export async function doEffect(
  services: Services,
  mail: MailGateway,
  effect: Effect & { id: number },
  send = (email: EmailContent | null) => deliver(services, mail, effect.id, email),
): Promise<void> {
  if (isEmail(effect)) return send(await wordEmail(services, effect))
  switch (effect.kind) {
    case 'close-checkout':
      return closeCheckout(services, effect.payload)
    case 'send-refund':
      return sendRefund(services, effect.payload)
    case 'assistant-reply':
      return replyInThread(services, effect.payload)
    case 'push':
      return push(services, mail, effect.payload)
    case 'hide-photo':
      return services.images.hide(effect.payload.photoId)
    case 'remove-photo':
      return services.images.remove(effect.payload.photoId)
    default:
      throw new Error(`no code does effects of the kind ${(effect satisfies never as Effect).kind}`)
  }
}

/** Writes an email's content again, as a push message for the browsers of its person. */
async function push(
  services: Services,
  mail: MailGateway,
  { letterEffectId: emailEffectId }: { letterEffectId: number },
) {
  const effect = await findEmailEffect(services.db, emailEffectId)
  if (effect) await doEffect(services, mail, effect, (email) => sendPush(services, emailEffectId, email))
}
