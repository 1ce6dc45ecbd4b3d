import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldError, RequiredMark, useControl } from './field-frame.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'name'> & {
  label: ReactNode
  name: string
  error?: string
  hint?: ReactNode
}

export function Checkbox({ label, name, error, hint, required, className, ...input }: CheckboxProps) {
  const { control, hintId, errorId } = useControl({ error, hint, required, id: input.id })
  return (
    <div className={cx('grid gap-1', className)}>
      <div className="flex items-start gap-3">
        <input {...input} {...control} type="checkbox" name={name} className="tick mt-3 md:mt-1" />
        <label htmlFor={control.id} className="min-h-11 py-2 md:min-h-0 md:py-0">
          {label}
          {required ? <RequiredMark /> : null}
        </label>
      </div>
      {hint ? (
        <p id={hintId} className="pl-8.5 text-sm text-muted">
          {hint}
        </p>
      ) : null}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}
