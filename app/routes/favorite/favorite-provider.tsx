import { use, useCallback, type ReactNode } from 'react'
import { loginToFavorite } from '#domain/favorite/favorite.ts'
import { FavoriteContext } from '#app/ui/favorite-context.ts'
import { AskLoginContext } from '#app/ui/login-context.ts'
import { useToast } from '#app/ui/toasts.tsx'
import { useHere } from '#app/ui/use-here.ts'
import { type FavoriteChange, sendFavorite } from './send-favorite.ts'

/** The action of the favourite buttons: it informs the server, asks guests to log in, and shows errors. */
export function FavoriteProvider({ isGuest, children }: { isGuest: boolean; children: ReactNode }) {
  const toast = useToast()
  const askLogin = use(AskLoginContext)
  const here = useHere()
  const change = useCallback(
    async (change: FavoriteChange) => {
      const answer = isGuest ? needsLogin : await sendFavorite(change)
      if (answer.ok) return true
      const login = answer.reason === 'login'
      toast({ kind: 'error', text: login ? loginToFavorite : `Error updating favorites: ${answer.message}` })
      if (login) askLogin({ next: here, notice: loginToFavorite })
      return false
    },
    [isGuest, toast, askLogin, here],
  )
  return <FavoriteContext value={change}>{children}</FavoriteContext>
}

const needsLogin = { ok: false, reason: 'login', message: loginToFavorite } as const
