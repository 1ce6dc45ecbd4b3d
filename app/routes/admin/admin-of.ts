import { data, redirect } from 'react-router'
import {
  type Admin,
  asAdmin,
  asHeadAdmin,
  asMoneyAdmin,
  asSupportAdmin,
  type HeadAdmin,
  type MoneyAdmin,
  type SupportAdmin,
} from '#domain/access.ts'
import type { Actor } from '#domain/actor.ts'
import type { Verdict } from '#domain/verdict.ts'
import { recordDenial } from '#app/attempt.ts'
import { admit, statusOf } from '#app/request.ts'

type Args = Parameters<typeof admit>[0]

/** The context of a request to the admin area, and its admin; anyone else is redirected. */
export const adminOf = (args: Args) => passing<Admin>(args, asAdmin)

/** As `adminOf`, for pages of support; an admin of another area gets the page for what is not allowed. */
export const supportAdminOf = (args: Args) => passing<SupportAdmin>(args, asSupportAdmin)

/** As `supportAdminOf`, for pages of money. */
export const moneyAdminOf = (args: Args) => passing<MoneyAdmin>(args, asMoneyAdmin)

/** As `supportAdminOf`, for pages of admins who may do everything. */
export const headAdminOf = (args: Args) => passing<HeadAdmin>(args, asHeadAdmin)

function passing<A extends Admin>(args: Args, gate: (actor: Actor) => Verdict<{ admin: A }>) {
  const ctx = admit(args, 'admin')
  const passed = recordDenial(ctx, gate(ctx.actor))
  if (passed.ok) return { ctx, admin: passed.admin }
  if (passed.reason === 'role') throw data(passed.message, { status: statusOf(passed) })
  throw redirect('/')
}
