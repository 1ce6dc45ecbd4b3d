import { type PagePath, pagePaths, sampleOf, type Visitor as Role } from '#domain/pages.ts'
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

const namesOfQueries = Object.fromEntries(queryNames.map((name) => [name, '1']))

/** What a program sends to endpoints that no form of a page leads to, by their doors; others get fields of pages. */
export const sentByPrograms: Readonly<Record<string, Target['fields']>> = {
  'POST /api/photos': { photo: 'x' },
  'POST /api/typing': { threadId: '1' },
  'POST /api/messages send': { intent: 'send', threadId: '1', text: 'Good morning', clientId: 'a1' },
  'POST /api/messages seen': { intent: 'seen', threadId: '1', messageId: '1' },
  'POST /api/favorites add': { listingId: '1', intent: 'add', from: '/' },
  'POST /api/push subscribe': {
    intent: 'subscribe',
    endpoint: 'https://push.hiram.test/1',
    p256dh: 'x',
    auth: 'x',
  },
  'POST /api/push unsubscribe': { intent: 'unsubscribe', endpoint: 'https://push.hiram.test/1' },
  'POST /api/support': { intent: 'ask', text: 'How do I rent?' },
  'POST /api/createPaymentIntent': { data: '{"amount":10000}' },
  'POST /api/paymongo/webhook': {
    data: JSON.stringify({
      id: 'evt_1',
      type: 'event',
      attributes: { type: 'checkout_session.payment.paid', livemode: false, data: {} },
    }),
  },
  'POST /unsubscribe': { 'List-Unsubscribe': 'One-Click' },
}

/**
 * Every target: each page of the table of pages for each role, with every form that stands on it, and every door of
 * `doors` (`doorsOf`) that none of these reaches. `samples` are the ids that the addresses of the pages name.
 */
export async function findTargets(
  visitors: Readonly<Record<Role, Visitor>>,
  samples: Readonly<Record<string, string>>,
  doors: readonly string[],
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
      add({ role, path, kind: 'query', fields: namesOfQueries })
      const answer = await visitor.get(path)
      const html = answer.headers.get('content-type')?.includes('html') ? await answer.text() : ''
      for (const form of formsOf(html, path)) add({ role, ...form })
    }
    for (const door of doors) {
      const [method, address, intent] = door.split(' ')
      // A page is a target already, and so are the forms on it.
      const isPage = pagePaths.includes(address as PagePath) && !(door in sentByPrograms)
      if (isPage || (method !== 'GET' && method !== 'POST')) continue
      const path = address!.replaceAll(/:(\w+)\??|\*/g, (_, name?: string) => samples[name ?? ''] ?? '1')
      const fields = sentByPrograms[door] ?? { ...(intent ? { intent } : {}), ...namesOfQueries }
      add({ role, path, kind: method === 'GET' ? 'query' : 'body', fields })
    }
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
