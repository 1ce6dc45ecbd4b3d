import { setTimeout as wait } from 'node:timers/promises'

/** The inspector of another process. */
export type Inspector = {
  /** Calls a method of the inspector’s protocol, and returns its result. Rejects when it refuses or goes. */
  ask<T = unknown>(method: string, params?: Record<string, unknown>): Promise<T>
  close(): void
}

/** What it says: an event, which has no `id`, or the answer to the call with that `id`. */
type Reply = { id?: number; result: never; error?: { message: string } }

/** Connects to the inspector of a process that is about to listen at the port. */
export async function openInspector(port: number): Promise<Inspector> {
  const listed = await untilItListens(`http://127.0.0.1:${port}/json`)
  const [target] = (await listed.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await new Promise((opened, fail) => {
    socket.onopen = opened
    socket.onerror = fail
  })
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  socket.onmessage = ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Reply
    if (id === undefined) return
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  }
  socket.onclose = () => {
    for (const each of waiting.values()) each.reject(new Error('The inspector closed the connection.'))
  }
  let calls = 0
  return {
    ask(method, params = {}) {
      if (socket.readyState !== WebSocket.OPEN)
        return Promise.reject(new Error('The inspector closed the connection.'))
      const answer = Promise.withResolvers<never>()
      waiting.set(++calls, answer)
      socket.send(JSON.stringify({ id: calls, method, params }))
      return answer.promise
    },
    close: () => socket.close(),
  }
}

async function untilItListens(address: string): Promise<Response> {
  for (let tries = 1; ; tries++)
    try {
      return await fetch(address)
    } catch (error) {
      if (tries === 100) throw error
      await wait(50)
    }
}
