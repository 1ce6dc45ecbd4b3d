import { redirect } from 'react-router'
import { loggedOut } from '#domain/account/account.ts'
import { logOut } from '#server/account/log-out.ts'
import { ctxOf } from '#app/request.ts'
import { leave } from './leave.ts'
import type { Route } from './+types/logout.ts'

export function loader() {
  return redirect('/')
}

export async function action({ context }: Route.ActionArgs) {
  const { setCookie } = await logOut(ctxOf({ context }))
  return leave(loggedOut, setCookie)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (answer) {
    if (answer instanceof Response) forgetHere()
    throw answer
  }
}

/** What this browser kept for its person goes with them: unsent messages too. Only the colours of the site stay. */
function forgetHere() {
  const { theme } = document.documentElement.dataset
  try {
    sessionStorage.clear()
    localStorage.clear()
    if (theme) localStorage.setItem('theme', theme)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
