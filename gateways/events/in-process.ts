import { createListeners } from './listeners.ts'
import type { EventsGateway } from './port.ts'

/** Hints of a site that is one process. */
export function inProcessEvents(): EventsGateway {
  const listeners = createListeners()
  let closed = false
  return {
    publish(hints) {
      const sent = [...hints]
      if (!closed) setImmediate(() => closed || listeners.tell(sent))
    },
    subscribe: listeners.subscribe,
    ready: async () => {},
    async close() {
      closed = true
    },
  }
}
