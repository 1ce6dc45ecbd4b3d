import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get as httpGet } from 'node:http'
import { request as httpsRequest } from 'node:https'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadLimit } from '#server/http/uploads.ts'
import { selfSigned } from '#tests/support/certificate.ts'
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts'
import { findProgram } from '#tests/support/programs.ts'
import { freePort, runProgram } from '#tests/support/running-program.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'

/* The examples of `deploy/`, with other ports and a certificate of the test, in front of a production site. */
const HOST = 'hiram.example.ph'
const SITE = `https://${HOST}`
const MIB = 1024 * 1024
const project = path.resolve(import.meta.dirname, '../..')
const { cert, key } = selfSigned(HOST)

let folder: string
let database: TestDatabase
let server: ServerProcess
beforeAll(async () => {
  folder = mkdtempSync('/tmp/hiram-proxy-')
  writeFileSync(path.join(folder, 'cert.pem'), cert)
  writeFileSync(path.join(folder, 'key.pem'), key)
  database = await freshDatabase({ kind: 'postgres' })
  server = await startServer(database.url!, { BASE_URL: SITE, TRUST_PROXY: '1' })
})
afterAll(async () => {
  await server?.remove()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

it('nginx takes as much as the form with the most photos may have', () => {
  const [, most] = /client_max_body_size (\d+)m;/.exec(example('nginx.conf', {}))!
  expect(Number(most) * MIB).toBeGreaterThanOrEqual(uploadLimit('/handover/code', 'multipart/form-data')!)
})

type Ports = { http: number; https: number }
/** A file of `deploy/` with some of its words replaced, each of which must stand there. */
function example(file: string, words: Record<string, string>): string {
  let said = readFileSync(path.join(project, 'deploy', file), 'utf8')
  for (const [word, other] of Object.entries(words)) {
    expect(said).toContain(word)
    said = said.replaceAll(word, other)
  }
  return said
}

const inFolder = (name: string, content: string) => {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  return file
}

function nginxCommand({ http, https }: Ports): string[] {
  const site = inFolder(
    'site.conf',
    example('nginx.conf', {
      '127.0.0.1:3000': new URL(server.url).host,
      'listen 80;': `listen 127.0.0.1:${http};`,
      'listen 443 ssl;': `listen 127.0.0.1:${https} ssl;`,
      [`/etc/letsencrypt/live/${HOST}/fullchain.pem`]: path.join(folder, 'cert.pem'),
      [`/etc/letsencrypt/live/${HOST}/privkey.pem`]: path.join(folder, 'key.pem'),
    }),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const main = inFolder(
    'nginx.conf',
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
    http { access_log off; ${temporary.join(' ')} include ${site}; }`,
  )
  return ['-p', folder, '-e', 'stderr', '-c', main]
}

function caddyCommand({ http, https }: Ports): string[] {
  const site = example('Caddyfile', {
    '127.0.0.1:3000': new URL(server.url).host,
    [`${HOST} {`]: `${HOST} {\n\tbind 127.0.0.1\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
  })
  const ports = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`
  return ['run', '--adapter', 'caddyfile', '--config', inFolder('Caddyfile', ports + site)]
}

const proxies = [
  ['nginx', nginxCommand],
  ['caddy', caddyCommand],
] as const
for (const [name, commandFor] of proxies) {
  const program = findProgram(name)
  if (!program) console.log(`The example for ${name} is not tested: there is no ${name} here.`)
  describe.skipIf(!program)(`the example for ${name}`, () => {
    let ports: Ports
    let stop: () => Promise<void>
    beforeAll(async () => {
      ports = { http: await freePort(), https: await freePort() }
      const listening = { ports: Object.values(ports), cwd: folder }
      stop = (await runProgram([program!, ...commandFor(ports)], listening)).kill
    })
    afterAll(() => stop?.())

    type Asking = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
    async function ask(place: string, { method, headers, body }: Asking = {}): Promise<IncomingMessage> {
      const asked = httpsRequest({
        host: '127.0.0.1',
        port: ports.https,
        servername: HOST,
        ca: cert,
        path: place,
        method: method ?? (body ? 'POST' : 'GET'),
        headers: {
          host: HOST,
          ...(body ? { 'content-length': Buffer.byteLength(body) } : {}),
          ...headers,
        },
      })
      // A server that refuses a large body may close the connection before it has read all of it.
      asked.on('error', () => {})
      asked.end(body)
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      return answer
    }
    const form = (fields: Record<string, string>, origin = SITE): Asking => ({
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })

    it('sends people from http to https', async () => {
      const asked = httpGet({ host: '127.0.0.1', port: ports.http, path: '/faq', headers: { host: HOST } })
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      expect([301, 308]).toContain(answer.statusCode)
      expect(answer.headers.location).toBe(`${SITE}/faq`)
    })

    it('shows pages, which know that they are read by https', async () => {
      const answer = await ask('/faq')
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['strict-transport-security']).toContain('max-age=')
      expect(await text(answer)).toContain('</html>')
    })

    it('has its connections kept for longer than it keeps them itself', async () => {
      const answer = await fetch(`${server.url}/faq`)
      await answer.text()
      const seconds = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '')?.[1]
      expect(Number(seconds)).toBeGreaterThan(60)
      const kept = /keepalive(?:_timeout)? 60s/
      expect(
        readFileSync(path.join(project, 'deploy', name === 'nginx' ? 'nginx.conf' : 'Caddyfile'), 'utf8'),
      ).toMatch(kept)
    })

    it('passes forms on, so that their origin can be checked', async () => {
      const logIn = {
        intent: 'log-in',
        portal: 'renter',
        email: 'nobody@hiram.test',
        password: 'jeepney ride',
      }
      const own = await ask('/login', form(logIn))
      expect(own.statusCode).toBeGreaterThanOrEqual(400)
      expect(own.statusCode).not.toBe(403)
      const other = await ask('/login', form(logIn, 'https://evil.test'))
      expect(other.statusCode).toBe(403)
      for (const answer of [own, other]) answer.resume()
    })

    it('lets photos of 8 MiB through', async () => {
      const answer = await ask('/api/photos', {
        headers: { origin: SITE, 'content-type': 'image/jpeg' },
        body: Buffer.alloc(8 * MIB),
      })
      answer.resume()
      // The site’s own answer to a guest, not that of the proxy to a large body.
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['x-request-id']).toBeTruthy()
    })

    it('passes live events on at once', async () => {
      const person = { firstName: 'Ana', lastName: 'Reyes', username: name, email: `${name}@hiram.test` }
      const password = 'jeepney ride at dusk'
      const signUp = { intent: 'sign-up', role: 'renter', ...person, password, confirmPassword: password }
      const signedUp = await ask('/login?portal=renter&tab=signup', form(signUp))
      signedUp.resume()
      expect(signedUp.statusCode).toBe(302)
      const cookie = signedUp.headers['set-cookie']!.map((each) => each.split(';')[0]!).join('; ')
      const stream = await ask('/api/stream', { headers: { cookie } })
      expect(stream.statusCode).toBe(200)
      const [first] = (await once(stream, 'data')) as [Buffer]
      expect(first.toString()).toMatch(/^(:|event:|id:|retry:)/m)
      stream.destroy()
    })
  })
}
