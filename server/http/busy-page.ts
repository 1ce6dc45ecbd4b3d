import { createHash } from 'node:crypto'
import type { Context as HonoContext } from 'hono'
import { html, raw } from 'hono/html'
import type { Services } from '../context.ts'
import type { Env } from './env.ts'
import { refuseAsJson, wantsPage } from './refuse.ts'

const RETRY_SECONDS = 5
const LOG_EVERY_MS = 5000

/** Answers a request that was not begun because the process is overloaded: 503, without rendering anything. */
export function answerBusy({
  log,
  settings,
}: Services): (c: HonoContext<Env>) => Response | Promise<Response> {
  const title = `${settings.siteName} is very busy at the moment.`
  let refused = 0
  let loggedAt = -Infinity
  return (c) => {
    refused++
    if (performance.now() - loggedAt > LOG_EVERY_MS) {
      log.warn({ event: 'overloaded', refused }, 'requests are refused: this process is overloaded')
      refused = 0
      loggedAt = performance.now()
    }
    c.header('Retry-After', String(RETRY_SECONDS))
    c.header('Cache-Control', 'no-store')
    if (!wantsPage(c.req.raw)) return refuseAsJson(c, 503, 'overloaded', title)
    c.header('Content-Security-Policy', policy)
    return c.html(busyPage(title, c.req.method === 'GET'), 503)
  }
}

const style = `:root{color-scheme:light dark;--paper:#faf5ea;--ink:#33251a;--muted:#6a5847;--accent:#1d6546}
@media(prefers-color-scheme:dark){:root{--paper:#1c1714;--ink:#f4eadb;--muted:#c3b19c;--accent:#8ecb9b}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);
font:1.0625rem/1.6 system-ui,sans-serif}main{max-width:32rem;padding:2rem}
h1{font:600 1.75rem/1.25 Georgia,serif;margin:0 0 .75rem}p{margin:0 0 1.5rem;color:var(--muted)}
a{color:var(--accent);font-weight:600}`
const policy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A page of one file: nothing else has to be requested while the site is busy. */
function busyPage(title: string, isRead: boolean) {
  const message = isRead
    ? 'Many people are here at once. Please wait a few seconds and try again.'
    : 'Many people are here at once, so this was not saved. Please go back and send it again in a few seconds: ' +
      'what you typed is still there.'
  return html`<!doctype html>
    <html lang="en-PH">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${message}</p>
          ${isRead ? html`<a href="">Try again</a>` : html`<a href="/">Go to the home page</a>`}
        </main>
      </body>
    </html>`
}
