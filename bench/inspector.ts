import { setTimeout as wait } from 'node:timers/promises'

/** The inspector of another process. */
export type Inspector = {
  /** Calls a method of the inspector’s protocol, and returns its result. */
  ask<T = unknown>(method: string, params?: Record<string, unknown>): Promise<T>
  close(): void
}

/** Connects to the inspector of a process that is about to listen at the port. */
export async function openInspector(port: number): Promise<Inspector> {
  const listed = await untilItListens(`http://127.0.0.1:${port}/json`)
  const [target] = (await listed.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await new Promise((opened, fail) => {
    socket.onopen = opened
    socket.onerror = fail
  })
  const waiting = new Map<number, (result: never) => void>()
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result: never }
    if (id !== undefined) waiting.get(id)?.(result)
  }
  let calls = 0
  return {
    ask: (method, params = {}) =>
      new Promise((answered) => {
        waiting.set(++calls, answered)
        socket.send(JSON.stringify({ id: calls, method, params }))
      }),
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
