import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { describe, expect, it } from 'vitest'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'katrina'], {
  env: { GEMINI_API_KEY: 'AIzaSyOfTheTests00000000000000000', BASE_URL: 'http://localhost:3000' },
})
const ask = (text: string, who: 'ramon' | 'katrina' = 'ramon') =>
  site.visitor(who).post('/api/support', { intent: 'ask', text })
const linesOf = async (response: Response) =>
  (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { text?: string; message?: { text: string; state: string } })
const stateOf = async (who?: 'ramon' | 'katrina') => (await site.visitor(who).get('/api/support')).json()

describe('the endpoint of the assistant', () => {
  it('sends the answer line by line, and at the end the final message', async () => {
    site.services.model.next({ do: 'say', text: 'By card or in cash.', pieces: 3 })
    const response = await ask('How do I pay?')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-encoding')).toBeNull()
    const lines = await linesOf(response)
    const said = lines.map(({ text = '' }) => text).join('')
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.at(-1)).toMatchObject({ message: { by: 'assistant', state: 'done', text: said } })
  })

  it('returns each person’s own conversation, and none for guests', async () => {
    expect(await stateOf('ramon')).toMatchObject({
      answerer: 'google',
      messages: [{ by: 'person', text: 'How do I pay?' }, { by: 'assistant' }],
    })
    for (const who of ['katrina', undefined] as const)
      expect(await stateOf(who)).toMatchObject({ answerer: 'google', messages: [] })
  })

  it('offers example questions about what the site has', async () => {
    const { settings } = site.services
    const examples = async () => ((await stateOf()) as { examples: string[] }).examples
    expect(await examples()).toContain('Paano magbayad gamit ang GCash?')
    site.services.settings = { ...settings, payments: null }
    try {
      expect(await examples()).toEqual(['What does it cost?', 'How do I cancel a rental?', 'Paano magbayad?'])
    } finally {
      site.services.settings = settings
    }
  })

  // Spec: S8.32, S8.33
  it('gives the failure reply of the spec as an answer', async () => {
    site.services.model.next({ do: 'error', status: 403 })
    const lines = await linesOf(await ask('How do I pay?'))
    expect(lines).toMatchObject([
      {
        message: {
          state: 'failed',
          text: "Sorry, I'm having trouble connecting to the AI. Please try again later.",
        },
      },
    ])
    site.services.errors.length = 0
  })

  it('answers a question that is refused with its status, before anything is streamed', async () => {
    site.services.model.next({ do: 'say', text: 'Slowly, slowly, and not at once.', pieces: 15, ms: 70 })
    const first = await ask('How do I pay?', 'katrina')
    const second = await ask('And now?', 'katrina')
    expect(second.status).toBe(409)
    expect(await second.json()).toEqual({
      error: { code: 'answering', message: 'One moment, I am still answering your last question.' },
    })
    await linesOf(first)
  })

  it('clears the conversation', async () => {
    const cleared = await site.visitor('katrina').post('/api/support', { intent: 'clear' })
    expect(cleared.status).toBe(204)
    expect(await stateOf('katrina')).toMatchObject({ messages: [] })
    expect((await stateOf('ramon')).messages.length).toBeGreaterThan(0)
  })

  it('ends the answer at Google when the browser goes away, also in the middle of a word', async () => {
    const server = createServer(getRequestListener(site.app.fetch, { overrideGlobalObjects: false }))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    site.services.model.next({ do: 'say', text: 'word '.repeat(500), pieces: 250, ms: 10 })
    const before = site.services.model.counted.left
    await new Promise<void>((done) => {
      const asked = httpRequest(
        {
          port,
          method: 'POST',
          path: '/api/support',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'sec-fetch-site': 'same-origin',
            cookie: site.cast.katrina.cookie,
          },
        },
        (response) =>
          response.once('data', () => {
            asked.destroy()
            done()
          }),
      )
      asked.on('error', () => {})
      asked.end('intent=ask&text=Tell+me+everything')
    })
    await expect.poll(() => site.services.model.counted.left).toBe(before + 1)
    await expect.poll(async () => (await stateOf('katrina')).messages.at(-1).state).toBe('stopped')
    expect((await stateOf('katrina')).messages.at(-1).text).toMatch(/^word/)
    server.close()
  })
})
