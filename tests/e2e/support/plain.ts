import type { Page } from '@playwright/test'
import { PlainBrowser } from '#tests/support/press.ts'
import { enter } from './people.ts'

/**
 * The browser without scripts of whoever uses this page, with the page's cookies; the page itself stays as it is. For
 * what a test needs of others, and for texts that need no script.
 */
export function plain({ request }: Pick<Page, 'request'>): PlainBrowser {
  return new PlainBrowser({
    // Playwright adds the origin to addresses; only the path of a page counts for a form that comes back to it.
    origin: 'http://localhost',
    get: async (address) => asResponse(await request.get(address, { maxRedirects: 0 })),
    post: async (address, fields) => {
      const pairs = Object.entries(fields).flatMap(([name, value]) =>
        [value].flat().flatMap((each) => (typeof each === 'string' ? [[name, each]] : [])),
      )
      const headers = {
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
      }
      const data = new URLSearchParams(pairs).toString()
      return asResponse(await request.post(address, { data, headers, maxRedirects: 0 }))
    },
  })
}

/** The plain browser of another person, who logs in. */
export async function plainOf(
  visit: () => Promise<Page>,
  ...who: Parameters<typeof enter> extends [Page, ...infer Rest] ? Rest : never
): Promise<PlainBrowser> {
  const page = await visit()
  await enter(page, ...who)
  return plain(page)
}

async function asResponse(answer: Awaited<ReturnType<Page['request']['get']>>): Promise<Response> {
  return new Response(await answer.text(), { status: answer.status(), headers: answer.headers() })
}
