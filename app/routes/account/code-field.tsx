import { Field } from '#app/ui/primitives/field.tsx'

type CodeFieldProps = { name?: string; label?: string; error?: string; hint?: string; required?: boolean }

/** The field for a code of an authenticator app, or a recovery code: phones offer digits first. */
export function CodeField({ name = 'code', label = 'Code', required = true, ...rest }: CodeFieldProps) {
  return (
    <Field
      {...rest}
      label={label}
      name={name}
      required={required}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      data-autofocus
    />
  )
}
