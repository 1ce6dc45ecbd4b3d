import { setTimeout as wait } from 'node:timers/promises'
import { createMemoryRouter, redirect, type ActionFunction, type LoaderFunction } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { lastFailure, showFailure } from '#app/ui/failure.ts'
import { keepPage } from './keep-page.ts'

const lost = () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.stubGlobal('window', { history: { state: null } })
  vi.stubGlobal('document', { querySelector: () => null })
  showFailure(null)
  return () => vi.unstubAllGlobals()
})

/** A page with a form and a list whose next part was loaded; `open` loads where the form leads, `more` the list. */
async function startAt(open: LoaderFunction, more: LoaderFunction, send: ActionFunction) {
  const router = createMemoryRouter(
    [
      {
        path: '/',
        middleware: [keepPage as never],
        children: [
          { path: 'form', loader: () => 'the form', action: send },
          { path: 'list', loader: more },
          { path: 'next', loader: open },
        ],
      },
    ],
    { initialEntries: ['/form'], hydrationData: { loaderData: { '0-0': 'the form' } } },
  )
  vi.stubGlobal('window', { ...window, __reactRouterDataRouter: router })
  router.initialize()
  router.getFetcher('list')
  // Of the frame, which stays.
  await router.fetch('list', '0', '/list')
  return router
}

const post = () => {
  const formData = new FormData()
  formData.set('text', 'It lay under the mat.')
  return { formMethod: 'POST' as const, formData }
}

it.each(['/form', '/form#a-part'])(
  'a reload in the background of %s that is lost keeps its data',
  async (address) => {
    const reads = [() => 'the form, read again', lost]
    const router = createMemoryRouter(
      [
        {
          path: '/',
          middleware: [keepPage as never],
          children: [{ path: 'form', loader: () => reads.shift()!() }],
        },
      ],
      { initialEntries: [address], hydrationData: { loaderData: { '0-0': 'the form' } } },
    )
    vi.stubGlobal('window', { ...window, __reactRouterDataRouter: router })
    router.initialize()
    await router.revalidate()
    await router.revalidate()
    expect(router.state.loaderData['0-0']).toBe('the form, read again')
    expect(lastFailure()).toBeNull()
    router.dispose()
  },
)

describe('when the next page of an accepted form can’t be read', () => {
  // A second press would do it twice.
  it('it is opened nevertheless, also when a list of the page before was read again meanwhile', async () => {
    const listIsRead = Promise.withResolvers<void>()
    let reads = 0
    const router = await startAt(
      () => listIsRead.promise.then(() => wait(20)).then(lost),
      () => {
        if (++reads > 1) setTimeout(listIsRead.resolve, 10)
        return 'more'
      },
      () => redirect('/next'),
    )
    await router.navigate('/form', post())
    expect(router.state.location.pathname).toBe('/next')
    expect(reads).toBe(2)
    expect(router.state.errors).not.toBeNull()
    expect(lastFailure()).toBeNull()
    router.dispose()
  })

  it('it is opened nevertheless, also when a dialog sent the form without leaving its page', async () => {
    const router = await startAt(
      lost,
      () => 'more',
      () => redirect('/next'),
    )
    router.getFetcher('dialog')
    await router.fetch('dialog', '0', '/form', post())
    expect(router.state.location.pathname).toBe('/next')
    expect(lastFailure()).toBeNull()
    router.dispose()
  })

  it('a link that fails while the page is read again after a form that opens no other leaves the page as it is', async () => {
    const listIsRead = Promise.withResolvers<string>()
    const lists = [() => 'more', () => listIsRead.promise, () => 'more']
    const router = await startAt(
      lost,
      () => lists.shift()!(),
      () => ({ ok: true }),
    )
    router.getFetcher('heart')
    const pressed = router.fetch('heart', '0', '/form', post())
    await vi.waitFor(() => expect(router.state.fetchers.get('heart')?.state).toBe('loading'))
    await router.navigate('/next')
    expect(router.state.location.pathname).toBe('/form')
    expect(router.state.errors).toBeNull()
    listIsRead.resolve('more')
    await pressed
    router.dispose()
  })

  it('a later link that fails still leaves the page as it is', async () => {
    const router = await startAt(
      lost,
      () => 'more',
      () => ({ ok: true }),
    )
    await router.navigate('/form', post())
    await router.navigate('/next')
    expect(router.state.location.pathname).toBe('/form')
    expect(router.state.errors).toBeNull()
    expect(lastFailure()).not.toBeNull()
    router.dispose()
  })
})
