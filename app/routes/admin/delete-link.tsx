import { ButtonLink } from '#app/ui/primitives/button.tsx'

/** The link to the question before a row is deleted. */
export function DeleteLink({ to, name }: { to: string; name: string }) {
  return (
    <ButtonLink to={to} variant="quiet" size="sm" aria-label={`Delete ${name}`} preventScrollReset>
      <span className="text-danger">Delete</span>
    </ButtonLink>
  )
}
