import { useId, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { cx } from './cx.ts'

export type FrameProps = {
  label: ReactNode
  error?: string
  hint?: ReactNode
  required?: boolean
}

/** What a control carries so that its label, hint and error belong to it. */
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

/** Label above, hint under it, control, then what is wrong with it. */
export function FieldFrame({
  label,
  error,
  hint,
  required,
  controlId,
  hintId,
  errorId,
  children,
  className,
}: FrameProps & {
  controlId: string
  hintId: string
  errorId: string
  children: ReactNode
  className?: string
}) {
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={controlId} className="w-fit font-semibold">
        {label}
        {required ? <RequiredMark /> : null}
      </label>
      {hint ? (
        <p id={hintId} className="-mt-1 text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {children}
      <FieldError id={errorId}>{error}</FieldError>
    </div>
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
      <CircleAlert aria-hidden="true" className="mt-0.75 size-4 shrink-0" />
      {children}
    </p>
  )
}
