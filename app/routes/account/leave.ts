import { redirectWithToast } from '#app/flash.ts'
import { LEFT } from './forget-on-leaving.ts'

/** Redirects home after a log-out or a deleted account; the browser deletes what scripts stored. */
export async function leave(text: string, setCookie: readonly string[]): Promise<Response> {
  const { headers } = await redirectWithToast('/', { kind: 'success', text }, setCookie)
  headers.set('Clear-Site-Data', '"storage"')
  return new Response(null, { status: LEFT, headers })
}
