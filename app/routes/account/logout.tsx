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
    if (answer instanceof Response) {
      forgetHere()
      await forgetFiles()
    }
    throw answer
  }
}

/** Deletes what this browser stored for its person, also unsent messages. Only the theme stays. */
function forgetHere() {
  const { theme } = document.documentElement.dataset
  try {
    sessionStorage.clear()
    localStorage.clear()
    if (theme) localStorage.setItem('theme', theme)
  } catch {
    // In a browser without storage there is nothing to delete.
  }
}

/** Deletes the files that pages kept: unsent photos, and copies of handovers. */
async function forgetFiles() {
  try {
    if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // In a browser without storage there is nothing to delete.
  }
}
