import { PlainBrowser, queryOf } from '#tests/support/press.ts'
import { type Asker, enter } from './people.ts'

/**
 * A browser without scripts that shares the cookies of somebody, whose open page stays where it is. Tests use it to
 * act for other people, and to read texts that need no script. It sends no files.
 */
export function plain({ request }: Asker): PlainBrowser {
  return new PlainBrowser({
    // Never sent: Playwright adds the site's origin, and `post` leaves out the `Referer` that is built with this one.
    origin: 'http://localhost',
    get: async (address) => asResponse(await request.get(address, { maxRedirects: 0 })),
    post: async (address, fields) => {
      const headers = {
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/x-www-form-urlencoded',
      }
      return asResponse(await request.post(address, { data: queryOf(fields), headers, maxRedirects: 0 }))
    },
  })
}

/** The plain browser of another person, who logs in; `who` are the other arguments of `enter`. */
export async function plainOf(
  another: () => Promise<Asker>,
  ...who: Parameters<typeof enter> extends [Asker, ...infer Rest] ? Rest : never
): Promise<PlainBrowser> {
  const person = await another()
  await enter(person, ...who)
  return plain(person)
}

async function asResponse(answer: Awaited<ReturnType<Asker['request']['get']>>): Promise<Response> {
  const headers = answer.headersArray().map(({ name, value }): [string, string] => [name, value])
  return new Response(await answer.text(), { status: answer.status(), headers })
}
