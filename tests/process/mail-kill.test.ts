import pg from 'pg'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSmtpEmulator, type SmtpEmulator } from '#gateways/mail/emulator.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'

let smtp: SmtpEmulator
let database: Awaited<ReturnType<typeof freshDatabase>>
let server: ServerProcess | undefined

beforeEach(async () => {
  smtp = await startSmtpEmulator()
  database = await freshDatabase({ kind: 'postgres' })
})
afterEach(async () => {
  await server?.remove()
  await smtp.close()
  await database.drop()
})

async function query(text: string) {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

const soon = <T>(check: () => T) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

test('production sends by SMTP; killed before the mail server has answered, it sends the same mail again, once', async () => {
  smtp.fault = 'hold'
  const settings = { SMTP_URL: smtp.url, MAIL_FROM: 'Hiram <hello@hiram.ph>' }
  server = await startServer(database.url!, settings)
  const form = { name: 'Añita', email: 'anita@hiram.ph', subject: 'A lost peg 🏕️', message: 'It is gone.' }
  const answer = await fetch(`${server.url}/contact`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(form),
  })
  expect(answer.status).toBeLessThan(400)
  await soon(() => expect(smtp.delivered).toHaveLength(1))
  await server.kill()
  expect(await query('select from effect where done_at is null')).toHaveLength(1)

  smtp.fault = null
  // The lease of the dead process ends.
  await query('update effect set due_at = now()')
  await server.start()
  await soon(async () => expect(await query('select from effect where done_at is null')).toEqual([]))
  await server.stop()
  const mails = await Promise.all(smtp.delivered.map(({ message }) => PostalMime.parse(message)))
  expect(mails).toHaveLength(2)
  expect(mails[1]!.messageId).toBe(mails[0]!.messageId)
  expect(mails[1]).toMatchObject({
    from: { name: 'Hiram', address: 'hello@hiram.ph' },
    subject: `[Contact] ${form.subject}`,
    replyTo: [{ address: form.email }],
    text: mails[0]!.text,
    html: mails[0]!.html,
  })
})
