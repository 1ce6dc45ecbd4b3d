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
    // Ticks of one group share a name, as radios do.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
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

const pages: Record<'guest' | 'ramon' | 'olivia' | 'amihan', string[]> = {
  guest: [
    ...['/', '/products', '/products?search=nothing+at+all', '/listing/{listing}', '/listing/none', '/about'],
    ...['/contact', '/faq', '/privacy-policy', '/login', '/login?portal=owner', '/forgot-password', '/cart'],
    '/no-such-page',
  ],
  ramon: [
    ...[
      '/',
      '/listing/{listing}',
      '/listing/{listing}?review=1',
      '/cart',
      '/chat',
      '/profile',
      '/profile/favorites',
    ],
    ...['/profile/messages', '/profile/rental-tracker', '/profile/become-owner', '/profile/settings'],
    ...['/profile/settings/password', '/profile/settings/sessions', '/profile/settings/notifications'],
    ...['/profile/settings/data', '/receipt/{orderNumber}'],
  ],
  olivia: [
    ...['/profile', '/profile/listings', '/profile/listings?edit={listing}', '/profile/rental-tracker'],
    '/profile/listings/{listing}/calendar',
  ],
  amihan: [
    ...[
      '',
      '/users',
      '/listings',
      '/orders',
      '/orders/{orderNumber}',
      '/audit-log',
      '/settings',
      '/reviews',
    ].map((page) => `/admin${page}`),
    ...['/admin/contact-messages', '/admin/categories', '/admin/tags', '/admin/content'],
  ],
}
const rows = (Object.keys(pages) as (keyof typeof pages)[]).flatMap((who) =>
  pages[who].map((path) => [path, who] as const),
)

it.each(rows)('%s for %s is valid HTML, and no id stands twice', async (path, who) => {
  const answer = await site
    .visitor(who === 'guest' ? undefined : who)
    .get(path.replace(/\{(\w+)\}/, (_, name: string) => ids[name]!))
  const html = await answer.text()
  const report = await judge.validateString(html)
  const faults = report.results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, offset }) => `${ruleId}: ${message} … ${html.slice(offset, offset + 90)}`,
    ),
  )
  expect(faults).toEqual([])
})
