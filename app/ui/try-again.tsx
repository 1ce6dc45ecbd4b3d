import { useRevalidator } from 'react-router'
import { ButtonLink } from './primitives/button.tsx'
import { useHere } from './use-here.ts'

/** Requests the same page again: only its data where scripts run, all of it elsewhere. */
export function TryAgain({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const here = useHere()
  const { state, revalidate } = useRevalidator()
  return (
    <ButtonLink
      to={here}
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
