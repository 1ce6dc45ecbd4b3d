import { redirectWithToast } from '#app/flash.ts'

/** Goes home from an account that was left for good or for now: the browser forgets what scripts kept of it. */
export async function leave(text: string, setCookie: readonly string[]): Promise<Response> {
  const answer = await redirectWithToast('/', { kind: 'success', text }, setCookie)
  answer.headers.set('Clear-Site-Data', '"storage"')
  return answer
}
