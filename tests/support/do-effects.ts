import type { MailGateway } from '#gateways/mail/port.ts'
import { doEffect } from '#server/job/do-effect.ts'
import { runEffects } from '#server/job/run-effects.ts'
import type { TestServices } from './services.ts'

/** Does the effects that are due; returns how many. */
export const doEffects = (services: TestServices, mail: MailGateway = services.mail): Promise<number> =>
  runEffects(services, (effect) => doEffect(services, mail, effect))
