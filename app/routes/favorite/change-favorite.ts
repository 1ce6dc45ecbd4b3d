import { redirect } from 'react-router'
import { loginHref, returnPathOf } from '#domain/account/return-path.ts'
import { favoriteForm } from '#domain/favorite/favorite-form.ts'
import { firstMessage, readForm } from '#domain/form.ts'
import { refuse, type Refusal } from '#domain/verdict.ts'
import { addFavorite } from '#server/favorite/add-favorite.ts'
import { removeFavorite } from '#server/favorite/remove-favorite.ts'
import { attempt } from '#app/attempt.ts'
import { redirectWithToast } from '#app/flash.ts'
import { ctxOf, formDataOf, refusalResponse } from '#app/request.ts'
import type { Route } from './+types/change-favorite.ts'

const page = '/profile/favorites'

/** This address has no page; a GET redirects to the favourites. */
export const loader = () => redirect(page)

/** A favourite button was pressed: scripts get JSON, a form returns to its page. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = ctxOf({ context })
  const form = readForm(favoriteForm, await formDataOf(request))
  const byScript = request.headers.get('accept')?.includes('application/json') ?? false
  if (!form.ok) return answer(refuse('form', firstMessage(form)), byScript, page)
  const { listingId, intent } = form.value
  const from = form.value.from ?? pageBefore(request)
  const useCase = intent === 'add' ? addFavorite : removeFavorite
  const verdict = await attempt(ctx, () => useCase(ctx, { listingId }))
  if (!verdict.ok) return answer(verdict, byScript, from ?? page)
  return byScript ? Response.json({ ok: true }) : redirect(`${from ?? page}#heart-${listingId}`)
}

/** The page on which a form was sent, as its browser says: a field for it would be repeated on every card. */
function pageBefore(request: Request): string | null {
  const referer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referer)) return null
  const { pathname, search } = new URL(referer)
  return returnPathOf(pathname + search)
}

function answer(refusal: Refusal, byScript: boolean, from: string) {
  const { reason, message } = refusal
  if (byScript) return refusalResponse(refusal)
  return reason === 'login'
    ? redirectWithToast(loginHref(from), { kind: 'error', text: message })
    : redirectWithToast(from, { kind: 'error', text: `Error updating favorites: ${message}` })
}
