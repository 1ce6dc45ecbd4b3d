/** `part` divides the counts of a key; a window of `points` lasts `seconds` from its first count. */
export type Window = { name: string; key: string; part: string; points: number; seconds: number }

/** The store of the counts. When a window has ended, the next count begins another. */
export interface LimitStore {
  /**
   * Counts one if the window has room, atomically; returns whether it did, and when the window ends. One that ends
   * more than twice its length from now was begun by a wrong clock, and begins anew.
   */
  take(window: Window, now: Date): Promise<{ taken: boolean; endsAt: Date }>
  /** Takes one count back from the window that ends at `endsAt`; does nothing when it has ended. */
  giveBack(window: Window, endsAt: Date): Promise<void>
  /** Deletes every part of a key. */
  clear(name: string, key: string): Promise<void>
  /** Deletes windows that have ended, where the store does not do so by itself. */
  deleteEnded(now: Date): Promise<void>
  close(): Promise<void>
}
