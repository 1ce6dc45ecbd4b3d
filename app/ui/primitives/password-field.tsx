import { useState, type ComponentProps } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { cx } from './cx.ts'
import { FieldFrame, type FrameProps } from './field-frame.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type' | 'name' | 'children'> &
  FrameProps & { name: string }

/** A password field; it allows pasting and password managers, and the eye button shows the typed text. */
export function PasswordField({
  label,
  name,
  error,
  hint,
  required,
  className,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...{ label, error, hint, required }} id={input.id}>
      {(control) => (
        <span className="relative block">
          <input
            autoComplete="current-password"
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            name={name}
            autoCapitalize={shown ? 'none' : undefined}
            spellCheck={false}
            className={cx('field pr-12', className)}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-controls={control.id}
            aria-label={typeof label === 'string' ? `Show: ${label}` : 'Show what was typed'}
            onClick={() => setShown(!shown)}
            className={
              'needs-js absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted ' +
              'hover:text-ink'
            }
          >
            {shown ? (
              <EyeOff aria-hidden="true" className="size-5" />
            ) : (
              <Eye aria-hidden="true" className="size-5" />
            )}
          </button>
        </span>
      )}
    </FieldFrame>
  )
}
