/**
 * Says that something happened for an account: `kind` says what, `about` the id of what it is about. It carries
 * ids only, none longer than 64 characters; what happened is read from the database by whoever cares.
 */
export type Hint = { to: string; kind: string; about?: string }

export type Listener = {
  hint(hint: Hint): void
  /** Hints may have been lost: read again what matters. */
  gap(): void
}

/**
 * Passes hints between the processes of a site, and inside one. A hint arrives at most once and may be lost:
 * the truth is in the database. What one process publishes arrives in its order.
 */
export interface EventsGateway {
  /** Tells everyone who listens, the publisher too. Never throws and waits for nothing. */
  publish(hints: readonly Hint[]): void
  /** Hears every hint from now on; the returned function ends that. */
  subscribe(listener: Listener): () => void
  /** Resolves once hints of other processes arrive. */
  ready(): Promise<void>
  close(): Promise<void>
}
