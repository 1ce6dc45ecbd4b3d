import { setTimeout as wait } from 'node:timers/promises'

/**
 * Resident memory of a process in MiB after a garbage collection, i.e. without garbage. The process must be about to
 * listen to an inspector at the port.
 */
export async function heldMemory(inspectorPort: number, residentNow: () => number): Promise<number> {
  const listed = await untilItListens(`http://127.0.0.1:${inspectorPort}/json`)
  const [target] = (await listed.json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await new Promise((opened, fail) => {
    socket.onopen = opened
    socket.onerror = fail
  })
  // Twice: memory that the first collection finds unused is released only by the next.
  for (const id of [1, 2]) {
    const collected = new Promise((done) => (socket.onmessage = done))
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }))
    await collected
  }
  socket.close()
  return residentNow()
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
