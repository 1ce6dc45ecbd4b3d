import { redirect } from 'react-router'
import { loggedOut } from '#domain/account/account.ts'
import { logOut } from '#server/account/log-out.ts'
import { ctxOf } from '#app/request.ts'
import { forgetOnLeaving } from './forget-on-leaving.ts'
import { leave } from './leave.ts'
import type { Route } from './+types/logout.ts'

export function loader() {
  return redirect('/')
}

export async function action({ context }: Route.ActionArgs) {
  const { setCookie } = await logOut(ctxOf({ context }))
  return leave(loggedOut, setCookie)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => forgetOnLeaving(serverAction)
