import { useLocation, useRevalidator } from 'react-router'
import { ButtonLink } from './primitives/button.tsx'

/** Requests the same page again: only its data where scripts run, all of it elsewhere. */
export function TryAgain({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const { pathname, search } = useLocation()
  const { state, revalidate } = useRevalidator()
  return (
    <ButtonLink
      to={pathname + search}
      variant={variant}
      reloadDocument
      aria-busy={state === 'loading' || undefined}
      onClick={(event) => {
        event.preventDefault()
        if (state === 'idle') void revalidate()
      }}
    >
      {state === 'loading' ? 'Trying again...' : 'Try again'}
    </ButtonLink>
  )
}
