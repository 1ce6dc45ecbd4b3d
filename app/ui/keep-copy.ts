import { bestEffort, isOld, STORE } from './offline-copy.ts'

/** The policy of a copy: no scripts, no forms, nothing from elsewhere. */
const policy = "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'none'; base-uri 'none'"

/**
 * Keeps a copy of the code's part of the handover's page at `path` in this browser, without scripts and forms, so that
 * the address shows it again when there is no connection. Deletes copies of more than three days.
 */
export async function keepCopy(path: string, page: HTMLElement): Promise<void> {
  const [html, styles] = [copyOf(page), stylesheets()]
  await bestEffort(async () => {
    const store = await caches.open(STORE)
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      Date: new Date().toUTCString(),
    }
    // Before anything that needs a connection: a later copy or removal must not be overtaken, and one without styles
    // still shows the code.
    await store.put(path, new Response(html, { headers }))
    for (const request of await store.keys()) {
      const kept = await store.match(request)
      if (kept && isOld(kept) && !styles.includes(request.url)) await store.delete(request)
    }
    await navigator.serviceWorker.register('/handover.js', { scope: '/handover/' })
    for (const href of styles) if (!(await store.match(href))) await store.add(href)
  })
}

/** Deletes the copy of a page on which there is nothing to confirm any more. */
export async function dropCopy(path: string): Promise<void> {
  await bestEffort(async () => (await caches.open(STORE)).delete(path))
}

const stylesheets = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href)

function copyOf(page: HTMLElement): string {
  const html = document.documentElement.cloneNode() as HTMLElement
  const head = html.appendChild(document.createElement('head'))
  const metas = document.querySelectorAll('meta[charset], meta[name=viewport], title, link[rel=stylesheet]')
  for (const each of metas) head.append(each.cloneNode(true))
  const body = html.appendChild(document.createElement('body'))
  const main = body.appendChild(document.createElement('main'))
  const copy = main.appendChild(page.cloneNode(true) as HTMLElement)
  for (const each of copy.querySelectorAll('a, form, [data-online], section:not([data-kept])')) each.remove()
  for (const note of copy.querySelectorAll('[data-offline]')) note.removeAttribute('hidden')
  return `<!doctype html>${html.outerHTML}`
}
