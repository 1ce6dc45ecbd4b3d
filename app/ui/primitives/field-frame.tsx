import { useId, type ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { cx } from './cx.ts'

export type FrameProps = {
  label: ReactNode
  error?: string
  hint?: ReactNode
  required?: boolean
}

/** The attributes of a control that connect it with its label, hint and error. */
export type ControlProps = {
  id: string
  required?: boolean
  'aria-invalid'?: true
  'aria-describedby'?: string
}

export function useControl({ error, hint, required, id }: Omit<FrameProps, 'label'> & { id?: string }) {
  const made = useId()
  const controlId = id ?? made
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const control: ControlProps = {
    id: controlId,
    required: required || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': cx(hint ? hintId : null, error ? errorId : null) || undefined,
  }
  return { control, hintId, errorId }
}

/** A field from top to bottom: label, hint, the control that `children` draws, error. */
export function FieldFrame({
  label,
  error,
  hint,
  required,
  id,
  className,
  children,
}: FrameProps & { id?: string; className?: string; children: (control: ControlProps) => ReactNode }) {
  const { control, hintId, errorId } = useControl({ error, hint, required, id })
  return (
    <div className={cx('grid grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={control.id} className="w-fit font-semibold">
        {label}
        {required ? <RequiredMark /> : null}
      </label>
      <FieldHint id={hintId}>{hint}</FieldHint>
      {children(control)}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
  )
}

/** The name of a group of controls, first in its fieldset. */
export function Legend({ children, required, hidden }: LegendProps) {
  return (
    <legend className={hidden ? 'sr-only' : 'mb-1.5 font-semibold'}>
      {children}
      {required ? <RequiredMark /> : null}
    </legend>
  )
}

type LegendProps = { children: ReactNode; required?: boolean; hidden?: boolean }

export function FieldHint({ id, children }: { id: string; children?: ReactNode }) {
  if (!children) return null
  return (
    <p id={id} className="-mt-1 text-sm text-muted">
      {children}
    </p>
  )
}

export function RequiredMark() {
  return (
    <span aria-hidden="true" className="text-danger">
      {' *'}
    </span>
  )
}

export function FieldError({ id, children }: { id: string; children?: string }) {
  if (!children) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <Icon name="alert" className="mt-0.75 size-4 shrink-0" />
      {children}
    </p>
  )
}
