/** A browser that asked for notices: where its push service takes them, and the keys only it can read them with. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** What a browser shows. `path` is where a press on it leads; a later one of the same `tag` takes its place. */
export type PushMessage = { title: string; text: string; path: string; tag: string }

/** The door to the push services of browser vendors. */
export interface PushGateway {
  /** What a browser has to ask with, so that only this site can tell it something. */
  publicKey: string
  /**
   * Hands a message over, encrypted for the browser. `gone`: the browser no longer wants any, or can't be written to.
   * Throws when the push service did not take it now, so that it is tried again.
   */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>
}
