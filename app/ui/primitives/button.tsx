import type { ComponentProps } from 'react'
import { Link } from '../link.tsx'
import { cx } from './cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

type Look = { variant?: ButtonVariant; size?: ButtonSize }

const variants: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover',
  secondary: 'border-line-strong bg-card text-ink hover:border-ink hover:bg-sunken',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-sunken',
  danger: 'border-danger bg-danger text-on-danger hover:border-danger-hover hover:bg-danger-hover',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-11 px-[min(1rem,5vw)] text-sm md:min-h-9 md:px-3.5',
  md: 'min-h-11 px-[min(1.25rem,6vw)] py-2 text-base',
  lg: 'min-h-13 px-[min(1.75rem,8vw)] py-3 text-lg',
}

function look({ variant = 'primary', size = 'md' }: Look) {
  return cx('btn', variants[variant], sizes[size])
}

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean; busyText?: string }

/** A button. While busy it stays in the tab order, says so, and ignores a second press. */
export function Button({
  variant,
  size,
  busy = false,
  busyText,
  type = 'submit',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={cx(look({ variant, size }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? (busyText ?? children) : children}
    </button>
  )
}

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={cx(look({ variant, size }), className)} />
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  label: string
  variant?: 'quiet' | 'secondary' | 'primary'
}

/** A round button with one icon; `label` is its name. */
export function IconButton({
  label,
  variant = 'quiet',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={rest.title ?? label}
      className={cx('btn', variants[variant], 'size-11 shrink-0 p-0', className)}
    />
  )
}
