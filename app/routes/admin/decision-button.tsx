import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/primitives/button.tsx'

type DecisionButtonProps = {
  intent: string
  label: string
  /** The hidden field that names the row. */
  field: string
  id: string
  /** What the row is called, for the button's name. */
  name: string
  primary?: boolean
  /** Why it can't be decided now; the button then waits. */
  refusal: string | null
}

/** A decision about one row, as a form of its own. */
export function DecisionButton({ intent, label, field, id, name, primary, refusal }: DecisionButtonProps) {
  const { formData } = useNavigation()
  const busy = formData?.get(field) === id && formData.get('intent') === intent
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name={field} value={id} />
      <Button
        variant={primary ? 'primary' : 'secondary'}
        size="sm"
        aria-label={`${label} ${name}`}
        disabled={refusal !== null}
        title={refusal ?? undefined}
        busy={busy}
        busyText="Saving..."
      >
        {label}
      </Button>
    </Form>
  )
}
