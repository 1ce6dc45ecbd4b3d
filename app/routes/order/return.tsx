import { redirect } from 'react-router'
import { loginHref } from '#domain/account/return-path.ts'
import { asRenter } from '#domain/access.ts'
import { onlineOrderNumberText } from '#domain/order/unpaid-form.ts'
import { rentalPath } from '#domain/rental/rental-path.ts'
import { returnToOrder } from '#server/payment/return-to-order.ts'
import { redirectWithToast } from '#app/flash.ts'
import { ctxOf, noSuchPage } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { UnconfirmedOrder } from './unconfirmed-order.tsx'
import { headingOf } from './return-words.ts'
import type { Route } from './+types/return.ts'

/** The page to which people return from the provider's page. It does not trust the address: it asks the provider. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = ctxOf({ context })
  const { pathname, search, searchParams } = url
  if (ctx.actor.kind !== 'user') throw redirect(loginHref(pathname + search))
  const gate = asRenter(ctx.actor)
  const number = onlineOrderNumberText.safeParse(searchParams.get('order'))
  const found = gate.ok && number.success ? await returnToOrder(ctx, gate.renter, number.data) : null
  if (!found?.ok) throw noSuchPage()
  const { order } = found
  if (order.paymentStatus === 'confirmed' && order.part) {
    const { kind, rentalId } = order.part
    const [page, next] =
      kind === 'change'
        ? (['change', 'The new days are yours.'] as const)
        : (['owed', 'It is settled, and the owner is told.'] as const)
    throw await redirectWithToast(rentalPath(rentalId, page), {
      kind: 'success',
      text: `We have received your payment. ${next}`,
    })
  }
  if (order.paymentStatus === 'confirmed')
    throw await redirectWithToast(`/checkout?payment=${order.number}`, {
      kind: 'success',
      text: 'Rental Confirmed! We have received your payment.',
    })
  const isWaiting = order.paymentStatus === 'waiting'
  const left = isWaiting && order.atProvider !== 'under-way' && (searchParams.has('left') || !order.opened)
  const confirming = isWaiting && !left
  return { order, left, refresh: confirming ? '5' : null }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: titleOf(loaderData ? headingOf(loaderData) : 'Not found', matches) },
]

export default function ReturnPage({ loaderData }: Route.ComponentProps) {
  return <UnconfirmedOrder {...loaderData} />
}
