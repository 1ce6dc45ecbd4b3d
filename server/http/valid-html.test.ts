import { HtmlValidate } from 'html-validate'
import { beforeAll, expect, it } from 'vitest'
import { rent } from '#tests/support/people.ts'
import { withSite } from '#tests/support/with-site.ts'

const site = withSite(['ramon', 'olivia', 'amihan'])

const judge = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // How React writes: `<br/>`, `<meta charSet>`, no space before a slash, `checked=""`.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // React's own ids begin with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // An input without a type is one for text.
    'no-implicit-input-type': 'off',
    // Titles of listings come from people and from the site's name.
    'long-title': 'off',
    // A list without bullets is no list to Safari unless it says so.
    'no-redundant-role': 'off',
  },
})

let ids: Record<string, string>
beforeAll(async () => {
  const listing = await site.publish({ title: 'Tent <b>& stove</b>' })
  const { orderNumber } = await rent(site.services, site.cast.ramon, [await site.publish({ title: 'Drill' })])
  ids = { listing, orderNumber }
})

const pages: [string, 'ramon' | 'olivia' | 'amihan' | undefined][] = [
  ...[
    '/',
    '/products',
    '/products?search=nothing+at+all',
    '/listing/{listing}',
    '/listing/none',
    '/about',
  ].map((path) => [path, undefined] as [string, undefined]),
  ...['/contact', '/faq', '/privacy-policy', '/login', '/login?portal=owner', '/cart', '/no-such-page'].map(
    (path) => [path, undefined] as [string, undefined],
  ),
  ['/', 'ramon'],
  ['/listing/{listing}', 'ramon'],
  ['/listing/{listing}?review=1', 'ramon'],
  ['/cart', 'ramon'],
  ['/profile', 'ramon'],
  ['/profile/rental-tracker', 'ramon'],
  ['/receipt/{orderNumber}', 'ramon'],
  ['/profile', 'olivia'],
  ['/profile/listings', 'olivia'],
  ['/profile/listings?edit={listing}', 'olivia'],
  ['/profile/rental-tracker', 'olivia'],
  ['/admin', 'amihan'],
  ['/admin/listings', 'amihan'],
]

it.each(pages)('%s for %s is valid HTML, and no id stands twice', async (path, who) => {
  const answer = await site.visitor(who).get(path.replace(/\{(\w+)\}/, (_, name: string) => ids[name]!))
  const html = await answer.text()
  const report = await judge.validateString(html)
  const faults = report.results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message} … ${html.slice(offset, offset + 90)}`,
    ),
  )
  expect(faults).toEqual([])
})
