import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from './ledger.ts'

/** `status` is 0 when the connection was cut or nothing was answered in time. */
export type Answer = { status: number; location: string; text: string; toast: string | null }
type Fields = Record<string, string> | FormData

const PATIENCE_MS = 20_000

/** Whether nothing is known about what became of a request, or the site asked to come again. */
export const isCut = ({ status }: Answer) => status === 0 || status === 429 || status >= 500
/** Whether a posted form did what it was for. */
export const isDone = ({ status, toast }: Answer) => (status === 302 || status === 303) && toast !== 'error'

/** A browser without scripts: it stores cookies, posts forms and follows no redirects by itself. */
export class Browser {
  #cookies = new Map<string, string>()
  #origin: () => string
  #ledger: () => Ledger

  /** `origin` names the server for each request; `ledger` is where requests are counted. */
  constructor(origin: () => string, ledger: () => Ledger) {
    this.#origin = origin
    this.#ledger = ledger
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  get(path: string): Promise<Answer> {
    return this.#ask(path, {})
  }

  post(path: string, fields: Fields): Promise<Answer> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
    return this.#ask(path, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin' } })
  }

  /** Posts the same form again while nothing is known about what became of it, as a person does. */
  async insist(path: string, fields: Fields, tries = 8): Promise<Answer> {
    for (let i = 1; ; i++) {
      const answer = await this.post(path, fields)
      if (!isCut(answer) || i >= tries) return answer
      await wait(150 * i)
    }
  }

  async #ask(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Answer> {
    const ledger = this.#ledger()
    ledger.sent++
    try {
      const response = await fetch(new URL(path, this.#origin()), {
        ...init,
        redirect: 'manual',
        headers: { ...init.headers, cookie: this.cookie },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await response.text()
      const toast = this.#take(response.headers.getSetCookie())
      if (response.status < 400) ledger.acknowledged++
      else ledger.refused++
      if (response.status >= 500) ledger.failed++
      return { status: response.status, location: response.headers.get('location') ?? '', text, toast }
    } catch {
      ledger.failed++
      return { status: 0, location: '', text: '', toast: null }
    }
  }

  #take(setCookie: string[]): string | null {
    let toast: string | null = null
    for (const each of setCookie) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(each)!
      if (name === 'flash' && value) toast = kindOf(value)
      if (/max-age=0\b/i.test(each)) this.#cookies.delete(name!)
      else this.#cookies.set(name!, value!)
    }
    return toast
  }
}

const kindOf = (flash: string) =>
  (JSON.parse(Buffer.from(decodeURIComponent(flash), 'base64').toString()) as { kind: string }).kind
