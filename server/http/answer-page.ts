import { randomBytes } from 'node:crypto'
import type { Context, Services } from '../context.ts'
import { compressAnswer } from './compress-answer.ts'
import { nonceSources, pagePolicy } from './security-headers.ts'

/**
 * Renders pages: answers a request for a context, with scripts that carry the nonce. With `startsWhenTouched`,
 * browsers load the scripts only when someone uses the page.
 */
export type Pages = (
  request: Request,
  context: Context,
  nonce: string | null,
  startsWhenTouched?: boolean,
) => Promise<Response>

/** Answers `request` with the page at `asked`, which is another one where an error is shown. */
export type AnswerPage = (request: Request, asked: Request, context: Context) => Promise<Response>

/** Makes what renders a page for one request: never cached, compressed, with a content security policy of its own. */
export function answerPages({ settings, payments, keptMail }: Services, pages: Pages): AnswerPage {
  const https = settings.baseUrl.startsWith('https:')
  const policy = (nonce: string, path: string) => {
    const framesMail = keptMail && path === '/dev/mail'
    return pagePolicy(nonceSources(nonce), https, payments?.checkoutOrigin, framesMail ? "'self'" : "'none'")
  }
  return async (request, asked, context) => {
    const nonce = settings.mode === 'dev' ? null : randomBytes(16).toString('base64')
    const answer = await pages(asked, context, nonce)
    if (nonce) answer.headers.set('Content-Security-Policy', policy(nonce, new URL(asked.url).pathname))
    answer.headers.set('Cache-Control', 'no-store')
    return compressAnswer(request, answer)
  }
}
