import type { ReactNode } from 'react'
import { loginHref } from '#domain/account/return-path.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { AccountCard } from './account-card.tsx'

type LogInFirstProps = {
  title: string
  /** The address of the link, with its token. */
  link: string
  /** Somebody is logged in, to another account. */
  isLoggedIn: boolean
  children: ReactNode
}

/** The page for a mailed link that works only in a session of its account. */
export function LogInFirst({ title, link, isLoggedIn, children }: LogInFirstProps) {
  return (
    <AccountCard title={title}>
      <p>{children}</p>
      {isLoggedIn ? (
        <p className="mt-4">You are logged in to another account here. Log out, then open the link again.</p>
      ) : (
        <p className="mt-6">
          <ButtonLink to={loginHref(link)}>Log in</ButtonLink>
        </p>
      )}
    </AccountCard>
  )
}
