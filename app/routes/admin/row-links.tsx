import { ButtonLink } from '#app/ui/primitives/button.tsx'

type RowLinksProps = { name: string; links: readonly { label: string; to: string; danger?: boolean }[] }

/** The actions of a row: links to forms and questions on the same page. */
export function RowLinks({ name, links }: RowLinksProps) {
  return (
    <div className="-mx-4 flex flex-wrap gap-1 md:-mx-3.5 lg:-my-1.5">
      {links.map(({ label, to, danger }) => (
        <ButtonLink
          key={label}
          to={to}
          variant="quiet"
          size="sm"
          aria-label={`${label} ${name}`}
          preventScrollReset={danger}
        >
          {danger ? <span className="text-danger">{label}</span> : label}
        </ButtonLink>
      ))}
    </div>
  )
}
