import type { Context } from '../context.ts'
import { takeSystemAction } from './take-action.ts'

/**
 * Ends a rental that was never handed over, after the transaction that decided so or agreed on it. Does nothing when
 * it can't end yet. Never rejects: what fails here the next sweep of rentals does, and until then the page says that
 * the deposit is held.
 */
export async function endNeverGot(ctx: Context, rentalId: string): Promise<void> {
  try {
    await takeSystemAction(ctx, { rentalId, action: 'end-never-got' })
  } catch (error) {
    ctx.log.warn({ err: error, rentalId }, 'a rental that was never handed over could not be ended at once')
  }
}
