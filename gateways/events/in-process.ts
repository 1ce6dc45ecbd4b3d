import { createListeners } from './listeners.ts'
import type { EventsGateway } from './port.ts'

/** Event notifications for a site with a single process. */
export function inProcessEvents(): EventsGateway {
  const listeners = createListeners()
  let closed = false
  return {
    publish(notifications) {
      const sent = [...notifications]
      if (!closed) setImmediate(() => closed || listeners.notify(sent))
    },
    subscribe: listeners.subscribe,
    ready: async () => {},
    async close() {
      closed = true
    },
  }
}
