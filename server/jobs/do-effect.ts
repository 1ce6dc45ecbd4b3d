import type { MailGateway } from '#gateways/mail/port.ts'
import { replyInThread } from '../assistant/reply-in-thread.ts'
import type { Services } from '../context.ts'
import { listingMail, verificationMail, welcomeMail } from '../notification/account-mail.ts'
import { contactMail } from '../notification/contact-mail.ts'
import { deliver } from '../notification/deliver.ts'
import { depositMail } from '../notification/deposit-mail.ts'
import type { Letter } from '../notification/letter.ts'
import { messageMail } from '../notification/message-mail.ts'
import { confirmationMail, passwordChangedMail, passwordResetMail } from '../notification/password-mail.ts'
import { suspensionMail, takeDownMail } from '../notification/moderation-mail.ts'
import { paymentMail, refundMail } from '../notification/payment-mail.ts'
import { pushLetter } from '../notification/push-letter.ts'
import { findLetterEffect } from '../notification/queries.ts'
import { reminderMail } from '../notification/reminder-mail.ts'
import { reportMail } from '../notification/report-mail.ts'
import { rentalMail } from '../notification/rental-mail.ts'
import { closeCheckout } from '../payment/close-checkout.ts'
import { sendRefund } from '../refund/send-refund.ts'
import type { Effect } from '../record.ts'

/**
 * Does one effect. The effect's id names its letter, so that one done twice (a crash between doing and noting it)
 * arrives once. Throws when the outside refused it: it is tried again.
 */
export async function doEffect(
  services: Services,
  mail: MailGateway,
  effect: Effect & { id: number },
  send = (letter: Letter | null) => deliver(services, mail, effect.id, letter),
): Promise<void> {
  const { db, settings } = services
  switch (effect.kind) {
    case 'rental-mail':
      return send(await rentalMail(services, effect.payload))
    case 'listing-mail':
      return send(await listingMail(db, settings, effect.payload))
    case 'take-down-mail':
      return send(await takeDownMail(db, settings, effect.payload))
    case 'suspension-mail':
      return send(await suspensionMail(db, settings, effect.payload))
    case 'welcome-mail':
      return send(await welcomeMail(services, effect.id, effect.payload))
    case 'contact-mail':
      return send(await contactMail(db, settings, effect.payload))
    case 'password-reset-mail':
      return send(await passwordResetMail(services, effect.id, effect.payload))
    case 'password-changed-mail':
      return send(await passwordChangedMail(db, settings, effect.payload))
    case 'confirmation-mail':
      return send(await confirmationMail(services, effect.id, effect.payload))
    case 'verification-mail':
      return send(await verificationMail(db, settings, effect.payload))
    case 'close-checkout':
      return closeCheckout(services, effect.payload)
    case 'send-refund':
      return sendRefund(services, effect.payload)
    case 'payment-mail':
      return send(await paymentMail(db, effect.payload))
    case 'refund-mail':
      return send(await refundMail(db, effect.payload))
    case 'deposit-mail':
      return send(await depositMail(services, effect.payload))
    case 'assistant-reply':
      return replyInThread(services, effect.payload)
    case 'report-mail':
      return send(await reportMail(db, settings, effect.payload))
    case 'reminder-mail':
      return send(await reminderMail(services, effect.payload))
    case 'push':
      return push(services, mail, effect.payload)
    case 'message-mail':
      return send(await messageMail(services, effect.payload))
    case 'hide-photo':
      return services.images.hide(effect.payload.photoId)
    case 'remove-photo':
      return services.images.remove(effect.payload.photoId)
  }
}

/** Words a letter once more, for the browsers of its person. */
async function push(services: Services, mail: MailGateway, { letterEffectId }: { letterEffectId: number }) {
  const effect = await findLetterEffect(services.db, letterEffectId)
  if (effect) await doEffect(services, mail, effect, (letter) => pushLetter(services, letterEffectId, letter))
}
