import { useId, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldError, FieldHint, Legend } from './field-frame.tsx'

export type RadioOption = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }

type RadioCardsProps = {
  legend: ReactNode
  name: string
  options: RadioOption[]
  /** With `value` the caller stores the choice; with `defaultValue` the form does. */
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  error?: string
  hint?: ReactNode
  required?: boolean
  disabled?: boolean
  columns?: 1 | 2 | 3
  hideLegend?: boolean
}

const grids = {
  1: 'grid-cols-1',
  2: 'grid-cols-1 sm:grid-cols-2',
  3: 'grid-cols-1 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]',
}

/** Native radios, each on a card that is its label. */
export function RadioCards({
  legend,
  name,
  options,
  value,
  defaultValue,
  onChange,
  error,
  hint,
  required,
  disabled,
  columns = 1,
  hideLegend = false,
}: RadioCardsProps) {
  const id = useId()
  const described = cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null)
  return (
    <fieldset disabled={disabled} aria-describedby={described || undefined} className="grid min-w-0 gap-2">
      <Legend required={required} hidden={hideLegend}>
        {legend}
      </Legend>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <div className={cx('grid gap-2.5', grids[columns])}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className={cx(
              'flex min-h-13 items-start gap-3 rounded-lg border bg-card px-4 py-3 transition-colors',
              error ? 'border-danger' : 'border-line-strong',
              'hover:border-ink has-checked:border-accent has-checked:bg-accent-soft',
              'has-checked:shadow-[inset_0_0_0_1px_var(--accent)]',
              'has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-sunken ' +
                'has-disabled:text-muted',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              required={required}
              disabled={option.disabled}
              aria-labelledby={`${id}-${index}-label`}
              aria-describedby={option.hint ? `${id}-${index}-hint` : undefined}
              data-invalid={error ? true : undefined}
              {...(value === undefined
                ? { defaultChecked: defaultValue === option.value }
                : { checked: value === option.value })}
              onChange={() => onChange?.(option.value)}
              className="tick mt-1 focus-visible:outline-none"
            />
            <span className="grid min-w-0 grid-cols-1 wrap-anywhere">
              <span id={`${id}-${index}-label`} className="font-semibold">
                {option.label}
              </span>
              {option.hint ? (
                <span id={`${id}-${index}-hint`} className="text-sm text-muted">
                  {option.hint}
                </span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
