import { renderToString } from 'react-dom/server'
import {
  createMemoryRouter,
  Link as RouterLink,
  NavLink as RouterNavLink,
  RouterProvider,
} from 'react-router'
import { createElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { type Link, type NavLink, ServerLink, ServerNavLink } from './link.tsx'

/** The HTML of an element on the page at `path`, its attributes in order. */
const written = (element: ReactNode, path: string) => {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  const html = renderToString(createElement(RouterProvider, { router }))
  return html.replace(/(?<=^<a)[^>]*/, (all) =>
    all
      .match(/ [\w-]+="[^"]*"/g)!
      .sort()
      .join(''),
  )
}

test.each([
  ['a path', { to: '/products' }],
  ['a path with a search and a hash', { to: '/products?search=a%20b&sort=newest#top' }],
  ['a path in capital letters', { to: '/Products/1' }],
  ['a relative path', { to: '../edit' }],
  ['another site', { to: 'https://example.com/' }],
  [
    'what the browser alone needs',
    { to: '/', prefetch: 'intent', replace: true, preventScrollReset: true, state: 1 },
  ],
  ['no discovery', { to: '/', discover: 'none' }],
  ['attributes', { to: '/', className: 'a', 'aria-label': 'Home', target: '_blank', id: 'x' }],
] as const)('a link of the server is written as React Router writes it, with %s', (_, props) => {
  const html = (link: typeof Link) => written(createElement(link, props, 'Text'), '/listing/1')
  expect(html(ServerLink)).toMatch(/^<a /)
  expect(html(ServerLink)).toBe(html(RouterLink))
})

test.each(['/profile', '/profile/', '/profile/settings', '/profiles', '/Profile', '/'])(
  'a link to the current page is marked as React Router marks it, on %s',
  (path) => {
    for (const to of ['/profile', '/'])
      for (const end of [true, false]) {
        const html = (link: typeof NavLink) =>
          written(createElement(link, { to, end, className: 'a' }, 'Text'), path)
        expect(html(ServerNavLink), `${to} ${end}`).toBe(html(RouterNavLink))
      }
  },
)
