import { redirect } from 'react-router'
import { loggedOut } from '#domain/account/account.ts'
import { logOut } from '#server/account/log-out.ts'
import { redirectWithToast } from '#app/flash.ts'
import { ctxOf } from '#app/request.ts'
import type { Route } from './+types/logout.ts'

export function loader() {
  return redirect('/')
}

export async function action({ context }: Route.ActionArgs) {
  const { setCookie } = await logOut(ctxOf({ context }))
  return redirectWithToast('/', { kind: 'success', text: loggedOut }, setCookie)
}
