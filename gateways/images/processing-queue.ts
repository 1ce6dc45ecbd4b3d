import { availableParallelism } from 'node:os'
import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import { refuse, type Refusal } from '#domain/verdict.ts'

/** The most photos that wait: each holds its file in memory, of 10 MiB at most. */
const WAITING = 24
const AGAIN_SECONDS = 5
const busy = 'Many photos are being saved at the moment. Please try again in a few seconds.'

/**
 * Lets as many photos be processed at once as there are cores, since one decoded takes up to 150 MB; the others wait.
 * Refusal: `photos-away`, when too many wait.
 */
export function processingQueue(atOnce = availableParallelism(), waiting = WAITING) {
  const slots = bulkhead(atOnce, waiting)
  return async <T>(work: () => Promise<T>): Promise<T | Refusal> => {
    try {
      return await slots.execute(work)
    } catch (error) {
      if (!isBulkheadRejectedError(error)) throw error
      return { ...refuse('photos-away', busy), retryAfterSeconds: AGAIN_SECONDS }
    }
  }
}
