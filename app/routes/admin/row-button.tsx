import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/primitives/button.tsx'

type RowButtonProps = {
  /** What it does, and to which row: its hidden fields. */
  fields: Record<string, string>
  label: string
  /** Which row it means, for those who can't see that it stands in it. */
  of: string
  variant?: 'primary' | 'secondary'
  /** Why it can't be done now; the button then waits. */
  refusal?: string | null
  /** What is said when it does not arrive, as `failureText` takes it. */
  failure?: string
}

/** A button of a row that posts to the page it stands on. */
export function RowButton({
  fields,
  label,
  of,
  variant = 'secondary',
  refusal = null,
  failure,
}: RowButtonProps) {
  const { formData } = useNavigation()
  const busy = Object.entries(fields).every(([name, value]) => formData?.get(name) === value)
  return (
    <Form method="post" preventScrollReset data-failure={failure}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button
        variant={variant}
        size="sm"
        aria-label={`${label} ${of}`}
        disabled={refusal !== null}
        title={refusal ?? undefined}
        busy={busy}
        busyText="Saving..."
        className="whitespace-nowrap"
      >
        {label}
      </Button>
    </Form>
  )
}
