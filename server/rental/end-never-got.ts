import type { Context } from '../context.ts'
import { takeSystemAction } from './take-action.ts'

/**
 * Ends a rental whose renter never got the item. Call it after the commit of the decision or agreement that says so.
 * Does nothing if the rental can't end yet. Never rejects: after an error the next sweep ends the rental. Until then
 * the page says that the deposit is held.
 */
export async function endNeverGot(ctx: Context, rentalId: string): Promise<void> {
  try {
    await takeSystemAction(ctx, { rentalId, action: 'end-never-got' })
  } catch (error) {
    ctx.log.warn({ err: error, rentalId }, 'a rental that was never handed over could not be ended at once')
  }
}
