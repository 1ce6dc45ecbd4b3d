import { Form, useNavigation } from 'react-router'
import { HiddenFields } from '#app/ui/hidden-fields.tsx'
import { Button } from '#app/ui/primitives/button.tsx'

type RowButtonProps = {
  /** The hidden fields: the action, and the id of the row. */
  fields: Record<string, string>
  label: string
  /** The name of the row, for screen readers. */
  of: string
  variant?: 'primary' | 'secondary'
  /** Why it is not possible now; the button is then disabled. */
  refusal?: string | null
  /** The message when the request does not arrive, as `failureText` takes it. */
  failure?: string
}

/** A button of a row; its form posts to the current page. */
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
      <HiddenFields values={fields} />
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
