import { chownSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { findProgram } from './programs.ts'
import { runProgram, type RunningProgram } from './running-program.ts'
import { unprivilegedUser } from './postgres-server.ts'

const program = () => findProgram('haproxy')

/** Why tests of HAProxy are skipped here; null where they run. */
export const whyNoHaproxy = () => (program() ? null : 'there is no haproxy here')

/** Starts a HAProxy on `port` that sends requests in turn to the servers that report to be healthy. */
export async function startHaproxy(
  port: number,
  servers: readonly { url: string }[],
): Promise<RunningProgram & { remove(): Promise<void> }> {
  const user = unprivilegedUser()
  const folder = mkdtempSync(path.join('/tmp', 'hiram-haproxy-'))
  const file = path.join(folder, 'haproxy.cfg')
  const lines = servers.map(
    ({ url }, i) => `  server hiram${i} ${new URL(url).host} check inter 500ms fall 2 rise 1`,
  )
  const settings = `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 5s
  retries 3
  option redispatch 1
  retry-on conn-failure
  option forwardfor
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host localhost
listen site
  bind 127.0.0.1:${port}
  balance roundrobin
  http-response set-header x-served-by %s
${lines.join('\n')}
`
  writeFileSync(file, settings)
  if (user) for (const each of [folder, file]) chownSync(each, user.uid, user.gid)
  const running = await runProgram([program()!, '-q', '-db', '-f', file], { ports: [port], ...user })
  return {
    ...running,
    async remove() {
      await running.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
