import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from '../icon.tsx'
import { FieldFrame, type ControlProps, type FrameProps } from './field-frame.tsx'

type Control<Tag extends 'input' | 'textarea' | 'select'> = Omit<ComponentProps<Tag>, 'children' | 'name'> &
  FrameProps & { name: string; fieldClassName?: string }

type FieldProps = Control<'input'> & {
  /** A function renders another control in place of the input; anything else is shown below it. */
  children?: ReactNode | ((control: ControlProps & { name: string }) => ReactNode)
}

export function Field({
  label,
  name,
  error,
  hint,
  required,
  children,
  className,
  fieldClassName,
  ...input
}: FieldProps) {
  return (
    <FieldFrame {...{ label, error, hint, required }} id={input.id} className={fieldClassName}>
      {(control) =>
        typeof children === 'function' ? (
          children({ ...control, name })
        ) : (
          <>
            <input {...input} {...control} name={name} className={cx('field', className)} />
            {children}
          </>
        )
      }
    </FieldFrame>
  )
}

export function TextArea({
  label,
  name,
  error,
  hint,
  required,
  className,
  fieldClassName,
  rows = 5,
  ...rest
}: Control<'textarea'>) {
  return (
    <FieldFrame {...{ label, error, hint, required }} id={rest.id} className={fieldClassName}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          name={name}
          rows={rows}
          className={cx('field resize-y py-3', className)}
        />
      )}
    </FieldFrame>
  )
}

export type SelectOption = { value: string; label: string; disabled?: boolean }

export function Select({
  label,
  name,
  error,
  hint,
  required,
  options,
  className,
  fieldClassName,
  ...rest
}: Control<'select'> & { options: SelectOption[] }) {
  return (
    <FieldFrame {...{ label, error, hint, required }} id={rest.id} className={fieldClassName}>
      {(control) => (
        <span className="relative block">
          <select
            {...rest}
            {...control}
            name={name}
            className={cx('field appearance-none pr-10 text-ellipsis', className)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="down"
            className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </FieldFrame>
  )
}

/** An amount in pesos, typed as 250 or 250.00. */
export function PesoField({
  label,
  name,
  error,
  hint,
  required,
  className,
  fieldClassName,
  ...input
}: Control<'input'>) {
  return (
    <FieldFrame {...{ label, error, hint, required }} id={input.id} className={fieldClassName}>
      {(control) => (
        <span className="relative block">
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center font-semibold text-muted"
          >
            ₱
          </span>
          <input
            type="number"
            step="0.01"
            min="0.01"
            inputMode="decimal"
            {...input}
            {...control}
            name={name}
            className={cx('field pl-8 tabular-nums', className)}
          />
        </span>
      )}
    </FieldFrame>
  )
}
