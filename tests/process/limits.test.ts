import { expect, test } from 'vitest'
import { startServer } from '#tests/support/server-process.ts'

// Spec: D44
test('a restart on the embedded database does not forget the guesses of a password', async () => {
  const limit = { LIMIT_FAILED_LOGINS_HOUR: '2/3600' }
  const site = await startServer('', { ALLOW_EMBEDDED: '1', ...limit })
  const guess = async () => {
    const fields = { portal: 'renter', email: 'renter@hiram.test', password: 'a guess of mine' }
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await fetch(`${site.url}/login`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    })
    await answer.text()
    return answer.status
  }
  try {
    const before = [await guess(), await guess(), await guess()]
    expect(before).toEqual([401, 401, 429])
    await site.stop()
    await site.start()
    expect(await guess()).toBe(429)
  } finally {
    await site.remove()
  }
})
