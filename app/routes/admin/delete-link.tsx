import { ButtonLink } from '#app/ui/primitives/button.tsx'

/** Asks the question before a row goes. */
export function DeleteLink({ to, name }: { to: string; name: string }) {
  return (
    <ButtonLink to={to} variant="quiet" size="sm" aria-label={`Delete ${name}`} preventScrollReset>
      <span className="text-danger">Delete</span>
    </ButtonLink>
  )
}
