/**
 * Says that something happened for an account: `kind` says what, `about` is the id of its subject. It carries ids
 * only, none longer than 64 characters; the listener reads from the database what happened.
 */
export type EventNotification = { to: string; kind: string; about?: string }

export type Listener = {
  notify(notify: EventNotification): void
  /** Called when event notifications may have been lost: the listener reads its data again. */
  gap(): void
}

/**
 * Passes event notifications between the processes of a site, and inside one. An event notification arrives at most
 * once and may be lost; the database has the truth. The notifications of one process arrive in order.
 */
export interface EventsGateway {
  /** Sends notifications to all listeners, those of the publishing process too. Never throws, and returns at once. */
  publish(notifications: readonly EventNotification[]): void
  /** Calls `listener` for every event notification from now on; the returned function ends that. */
  subscribe(listener: Listener): () => void
  /** Resolves once event notifications of other processes can arrive. */
  ready(): Promise<void>
  close(): Promise<void>
}
