import { expect, test } from 'vitest'
import { statementsOf } from '#tests/support/statements.ts'
import { withSite } from '#tests/support/with-site.ts'

/* The round trips to the database of a message, including its sender. In these tests limits are counted in memory: in
   production each is one more statement. A change that raises a number explains why: one locks the writer’s account,
   as a message may arrive for minutes, in which the account is suspended or deleted. */
const site = withSite(['ramon', 'olivia', 'amihan'])

test('a first message is sent with 13 statements, the next with 11, a stream opened with 2', async () => {
  const { connection } = site.services
  const visitor = site.visitor('ramon')
  const address = `/api/messages?listingId=${await site.publish()}`
  const send = (clientId: string) => () =>
    visitor.post(address, { intent: 'send', text: 'Thank you!', clientId })
  const first = await statementsOf(connection, send('3c1f5cbe-8f0c-4a2b-9a4e-0b8a6b1f0001'))
  expect(first, first.join('\n')).toHaveLength(13)
  const next = await statementsOf(connection, send('3c1f5cbe-8f0c-4a2b-9a4e-0b8a6b1f0002'))
  expect(next, next.join('\n')).toHaveLength(11)
  const opening = await statementsOf(connection, async () => {
    const { body } = await visitor.get('/api/stream')
    const reader = body!.getReader()
    for (let text = ''; !text.includes('event: counts');)
      text += Buffer.from((await reader.read()).value!).toString()
    await reader.cancel()
  })
  expect(opening, opening.join('\n')).toHaveLength(2)
})
