import { Agent, get } from 'node:http'

/** How many connections are used at once. */
export const CLIENTS = 16

/** Requests paths in turn, this many in total, over kept-alive connections. Rejects unless all answer 200 or 304. */
export async function load(
  origin: string,
  paths: readonly string[],
  headers: Record<string, string>,
  requests: number,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  let left = requests
  const client = async () => {
    while (left-- > 0)
      await new Promise<void>((done, fail) => {
        get(origin + paths[left % paths.length]!, { agent, headers }, (response) => {
          if (response.statusCode !== 200 && response.statusCode !== 304)
            fail(new Error(`answered ${response.statusCode}`))
          response.resume().on('end', done)
        }).on('error', fail)
      })
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  agent.destroy()
}
