import { Agent, request } from 'node:http'

type Answer = { status: number; location: string; body: string }

/** Browsers of logged-in people, over kept-alive connections; `most` at once. */
export function browsers(origin: string, most: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: most })
  const send = (cookie: string, path: string, fields?: Record<string, string>) =>
    new Promise<Answer>((done, fail) => {
      const body = fields && new URLSearchParams(fields).toString()
      const headers = {
        cookie,
        accept: 'text/html',
        ...(body
          ? {
              'content-type': 'application/x-www-form-urlencoded',
              'content-length': body.length,
              'sec-fetch-site': 'same-origin',
            }
          : {}),
      }
      const outgoing = request(
        origin + path,
        { agent, method: body ? 'POST' : 'GET', headers },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => (text += part))
          response.on('end', () =>
            done({ status: response.statusCode!, location: response.headers.location ?? '', body: text }),
          )
        },
      )
      outgoing.on('error', fail).end(body)
    })
  return { send, close: () => agent.destroy() }
}
