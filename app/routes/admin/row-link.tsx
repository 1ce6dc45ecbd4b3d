import { ButtonLink } from '#app/ui/primitives/button.tsx'

type RowLinkProps = { to: string; label: string; of: string }

/** A button of a row that links to the page of the action. */
export function RowLink({ to, label, of }: RowLinkProps) {
  return (
    <ButtonLink
      to={to}
      variant="secondary"
      size="sm"
      aria-label={`${label} ${of}`}
      className="whitespace-nowrap"
    >
      {label}
    </ButtonLink>
  )
}
