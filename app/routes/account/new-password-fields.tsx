import { PasswordField } from '#app/ui/primitives/field.tsx'

type NewPasswordFieldsProps = {
  label: string
  name: string
  /** The label of the field in which it is typed again. */
  again: string
  errors: Record<string, string> | undefined
}

/** A new password, and the same once more. */
export function NewPasswordFields({ label, name, again, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        name={name}
        autoComplete="new-password"
        required
        error={errors?.[name]}
        hint="At least 8 characters. A few words work well."
      />
      <PasswordField
        label={again}
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={errors?.confirmPassword}
      />
    </>
  )
}
