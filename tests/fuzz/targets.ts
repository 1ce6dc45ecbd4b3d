import { pagePaths, sampleOf, type Visitor as Role } from '#domain/pages.ts'
import { choicesOf, fieldsOf } from '#tests/support/html.ts'
import { withIds } from '#tests/support/page-samples.ts'
import type { Visitor } from '#tests/support/visitor.ts'

/** Something that takes a request: `fields` are what a browser would send of it, by their names. */
export type Target = {
  role: Role
  path: string
  kind: 'query' | 'form' | 'body'
  fields: Readonly<Record<string, string>>
}

/** The names that any page of ours reads from its address. */
const queryNames = [
  ...[
    'q',
    'search',
    'category',
    'min',
    'max',
    'start',
    'days',
    'sort',
    'page',
    'after',
    'before',
    'view',
    'status',
  ],
  ...[
    'next',
    'token',
    'order',
    'thread',
    'thread_id',
    'message',
    'ownerId',
    'renterId',
    'listingId',
    'rental',
    'step',
  ],
  ...['month', 'reason', 'tab', 'portal', 'from', 'to', 'id', '_routes', 'index'],
]

/** Endpoints that no form of a page leads to, with what a program sends there. */
const programs: readonly Pick<Target, 'path' | 'fields'>[] = [
  { path: '/api/photos', fields: { photo: 'x' } },
  { path: '/api/typing', fields: { threadId: '1' } },
  { path: '/api/messages', fields: { threadId: '1', text: 'Good morning', clientId: 'a1' } },
  { path: '/api/favorites', fields: { listingId: '1', intent: 'add', from: '/' } },
  { path: '/api/push', fields: { endpoint: 'https://push.hiram.test/1', p256dh: 'x', auth: 'x' } },
  { path: '/api/support', fields: { text: 'How do I rent?' } },
  { path: '/create-payment-intent', fields: { amount: '100', orderNumber: 'on-1' } },
  { path: '/webhooks/paymongo', fields: { data: '{"attributes":{"type":"payment.paid"}}' } },
  { path: '/unsubscribe?token=x', fields: { 'List-Unsubscribe': 'One-Click' } },
]

/**
 * Every target: each page of the table of pages for each role, with every form that stands on it, and the endpoints
 * for programs. `samples` are the ids that the addresses of the pages name.
 */
export async function findTargets(
  visitors: Readonly<Record<Role, Visitor>>,
  samples: Readonly<Record<string, string>>,
): Promise<Target[]> {
  const targets = new Map<string, Target>()
  const add = (target: Target) => {
    const names = Object.keys(target.fields).sort().join()
    targets.set(`${target.role} ${target.kind} ${target.path} ${target.fields.intent} ${names}`, target)
  }
  for (const [role, visitor] of Object.entries(visitors) as [Role, Visitor][]) {
    for (const page of pagePaths) {
      // It answers 500 by design.
      if (page === '/unexpected-error') continue
      const path = withIds(sampleOf(page), samples)
      add({ role, path, kind: 'query', fields: Object.fromEntries(queryNames.map((name) => [name, '1'])) })
      const answer = await visitor.get(path)
      const html = answer.headers.get('content-type')?.includes('html') ? await answer.text() : ''
      for (const form of formsOf(html, path)) add({ role, ...form })
    }
    for (const program of programs) add({ role, kind: 'body', ...program })
  }
  return [...targets.values()]
}

/** The forms of a page: one for each button that sends a value of its own. */
function formsOf(html: string, page: string): Omit<Target, 'role'>[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].flatMap(
    ([, tag, inside]): Omit<Target, 'role'>[] => {
      const path = /action="([^"]*)"/.exec(tag!)?.[1]?.replaceAll('&amp;', '&') ?? page
      const fields = { ...fieldsOf(inside!), ...choicesOf(inside!) }
      if (!/method="post"/i.test(tag!)) return [{ path, kind: 'query', fields }]
      const buttons = [...inside!.matchAll(/<button\b[^>]*>/g)].flatMap(([button]) => {
        const name = /\bname="([^"]*)"/.exec(button)?.[1]
        return name ? [{ [name]: /\bvalue="([^"]*)"/.exec(button)?.[1] ?? '' }] : []
      })
      return (buttons.length > 0 ? buttons : [{}]).map((button) => ({
        path,
        kind: 'form',
        fields: { ...fields, ...button },
      }))
    },
  )
}
