import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guest } from '#domain/actor.ts'
import { guard, requestContext } from '#app/request.ts'
import type { Context } from '#server/context.ts'
import { forgetOnLeaving } from './forget-on-leaving.ts'
import { leave } from './leave.ts'

const clear = vi.fn()
beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  for (const name of ['sessionStorage', 'localStorage']) vi.stubGlobal(name, { clear })
})
afterEach(() => {
  clear.mockClear()
  vi.unstubAllGlobals()
})

const rejects = (answer: Response) => forgetOnLeaving(() => Promise.reject(answer)).catch((thrown) => thrown)

it('what a browser stored is deleted once its person left', async () => {
  const left = await leave('Logged out.', [])
  expect(await rejects(left)).toBe(left)
  expect(clear).toHaveBeenCalledTimes(2)
})

it.each(['/', '/admin', '/login'])(
  'a redirect to %s of somebody who did not leave deletes nothing',
  async (to) => {
    await rejects(new Response(null, { status: 302, headers: { Location: to } }))
    expect(clear).not.toHaveBeenCalled()
  },
)

it('the answer to a form whose session had ended deletes nothing', async () => {
  const context = new RouterContextProvider()
  context.set(requestContext, { ctx: { actor: guest } as Context, nonce: null, startsWhenTouched: false })
  const request = new Request('https://hiram.test/profile/settings/data.data', { method: 'POST' })
  const url = new URL('https://hiram.test/profile/settings/data')
  const answer = await guard('profile')({ context, request, url }, () =>
    Promise.reject(new Error('entered')),
  ).catch((thrown) => thrown)
  expect(answer.headers.get('Location')).toBe('/')
  await rejects(answer)
  expect(clear).not.toHaveBeenCalled()
})
