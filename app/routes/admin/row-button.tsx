import { ButtonForm, type ButtonFormProps } from '#app/ui/button-form.tsx'

type RowButtonProps = Pick<ButtonFormProps, 'hidden' | 'variant' | 'failure'> & {
  label: string
  /** The name of the row, for screen readers. */
  of: string
  /** Why it is not possible now; the button is then disabled. */
  refusal?: string | null
}

/** A button of a row; its form posts to the current page. */
export function RowButton({ label, of, refusal = null, ...form }: RowButtonProps) {
  return (
    <ButtonForm
      variant="secondary"
      {...form}
      size="sm"
      aria-label={`${label} ${of}`}
      disabled={refusal !== null}
      title={refusal ?? undefined}
      busyText="Saving..."
      className="whitespace-nowrap"
    >
      {label}
    </ButtonForm>
  )
}
