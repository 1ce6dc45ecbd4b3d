import type { Context as HonoContext } from 'hono'
import { ImagesAway } from '#gateways/images/port.ts'
import type { Services } from '../context.ts'
import { Overloaded } from './admission.ts'
import { answerBusy } from './busy-page.ts'
import type { Env } from './env.ts'
import type { Refuse } from './refuse.ts'

/**
 * Answers what a handler threw: 503 while the process is overloaded or the store of photos is away, else 500 and a
 * line in the log.
 */
export function answerError(services: Services, refuse: Refuse) {
  const { log } = services
  const busy = answerBusy(services)
  return (error: Error, c: HonoContext<Env>): Response | Promise<Response> => {
    if (error instanceof Overloaded) return busy(c)
    if (error instanceof ImagesAway)
      return refuse(c, 503, 'photos-away', 'Photos can’t be shown at the moment.')
    log.error({ requestId: c.get('requestId'), err: error }, 'unexpected error')
    return refuse(c, 500, 'unexpected', 'An unexpected error occurred. Please try again.')
  }
}
