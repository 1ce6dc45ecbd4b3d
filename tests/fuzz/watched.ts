import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { type Stall, STALL_MS, watchStalls } from './stalls.ts'

export const SLOW_MS = 1000
const TRIES = 5

export type Outcome<Sent> = { sent: Sent; status: number; ms: number }

/** Sends things by `act`, which returns the status of the answer, and watches the event loop meanwhile. */
export function watched<Sent extends object>(act: (sent: Sent) => Promise<number>) {
  let watch = watchStalls<Sent>()

  /** Sends one; with the status of its answer, and how many milliseconds it took. */
  async function send(sent: Sent): Promise<Outcome<Sent>> {
    // A request over the network begins in a turn of its own; without this, many answers are one stall.
    await nextTurn()
    const [began, end] = [performance.now(), watch.begin(sent)]
    const status = await act(sent)
    end()
    return { sent, status, ms: performance.now() - began }
  }

  /** Those that take longer than a second in every try, alone: on a busy machine much does that once. */
  async function findSlow(late: readonly Sent[]): Promise<Sent[]> {
    const slow: Sent[] = []
    for (const sent of late) {
      let tries = 0
      while (tries < TRIES && (await send(sent)).ms > SLOW_MS) tries++
      if (tries === TRIES) slow.push(sent)
    }
    return slow
  }

  /**
   * Those that were under way in a stall and, sent again alone, stop the event loop too long in every try. `before`
   * runs before each.
   */
  async function findBlocking(
    stalls: readonly Stall<Sent>[],
    before = async () => {},
  ): Promise<{ sent: Sent; worked: number }[]> {
    const suspects = new Set(
      stalls.filter(({ worked }) => worked > STALL_MS).flatMap((stall) => stall.during),
    )
    const found: { sent: Sent; worked: number }[] = []
    for (const sent of suspects) {
      await before()
      let least = Infinity
      for (let tries = 0; tries < TRIES && least > STALL_MS; tries++) {
        watch = watchStalls<Sent>()
        await send(sent)
        // The watch records a stall at the next tick of its timer.
        await wait(20)
        least = Math.min(least, watch.stop()[0]?.worked ?? 0)
      }
      if (least > STALL_MS) found.push({ sent, worked: least })
    }
    return found
  }

  /** Ends the watch, and returns the moments in which the event loop stopped, the longest first. */
  const stopWatching = () => watch.stop()
  return { send, findSlow, findBlocking, stopWatching }
}
