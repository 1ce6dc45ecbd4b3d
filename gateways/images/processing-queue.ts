import { availableParallelism } from 'node:os'
import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import { refuse, type Refusal } from '#domain/verdict.ts'

/** How many photos are processed at once. */
export const PHOTOS_AT_ONCE = Math.min(2, availableParallelism())
/** The most photos that wait: each holds its file in memory, of 10 MiB at most. */
const WAITING = 24
const AGAIN_SECONDS = 5
const busy = 'Many photos are being saved at the moment. Please try again in a few seconds.'

/**
 * Lets as many photos be processed at once as there are cores, but two at most; the others wait. One decoded takes up
 * to 150 MB, and each takes one of Node's four threads for seconds, for which passwords and files would wait. Refusal:
 * `photos-away`, when too many wait.
 */
export function processingQueue(atOnce = PHOTOS_AT_ONCE, waiting = WAITING) {
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
