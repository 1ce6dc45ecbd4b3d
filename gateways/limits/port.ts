/** `part` divides what is counted for a key; a window of `points` lasts `seconds` from its first count. */
export type Window = { name: string; key: string; part: string; points: number; seconds: number }

/** Where counts are kept. When a window is over, the next count begins another. */
export interface LimitStore {
  /** Counts one if the window has room, in one step; says whether it did, and when the window ends. */
  take(window: Window, now: Date): Promise<{ taken: boolean; endsAt: Date }>
  /** Takes one off the window that ends then; nothing when it is over. */
  giveBack(window: Window, endsAt: Date): Promise<void>
  /** Forgets every part of a key. */
  clear(name: string, key: string): Promise<void>
  /** Forgets windows that are over. A store that does so by itself does nothing. */
  sweep(now: Date): Promise<void>
  close(): Promise<void>
}
