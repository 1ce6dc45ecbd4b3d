import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { askPassword } from './ask-password.ts'

it.each([true, false])('what is typed for a password is not shown, in a terminal: %s', async (isTTY) => {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => input })
  const output = new PassThrough()
  const asked = askPassword('Password: ', { input, output })
  input.write('jeepneys')
  input.write('\x7f ride\r\n')
  expect(await asked).toBe(isTTY ? 'jeepney ride' : 'jeepneys\x7f ride')
  expect(String(output.read())).toBe('Password: \n')
})

it('a pipe without a line is an empty password', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  input.end()
  expect(await askPassword('Password: ', { input, output })).toBe('')
})
