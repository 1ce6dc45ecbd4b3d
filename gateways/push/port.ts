/**
 * A browser's subscription: the address at its push service, and the keys with which messages for it are encrypted.
 */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/**
 * What a browser shows. `path` is the page that a press on it opens; a later message with the same `tag` replaces it.
 */
export type PushMessage = { title: string; text: string; path: string; tag: string }

/** The port to the push services of browser vendors. */
export interface PushGateway {
  /** The key with which a browser subscribes, so that only this site can send to it. */
  publicKey: string
  /**
   * Sends a message, encrypted for the browser. `gone`: the browser has unsubscribed, or its keys are invalid. Throws
   * when the push service did not accept it now, or our own settings are invalid, so that the job is repeated; a
   * `JobFailure` when the push service says when to come again.
   */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>
}
