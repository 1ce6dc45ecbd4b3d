import { redirectWithToast } from '#app/flash.ts'

/** Redirects home after a log-out or a deleted account; the browser deletes what scripts stored. */
export async function leave(text: string, setCookie: readonly string[]): Promise<Response> {
  const answer = await redirectWithToast('/', { kind: 'success', text }, setCookie)
  answer.headers.set('Clear-Site-Data', '"storage"')
  return answer
}
