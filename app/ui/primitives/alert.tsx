import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { cx } from './cx.ts'

const tones = {
  info: { look: 'border-info bg-info-soft', ink: 'text-info', icon: 'info' },
  success: { look: 'border-success bg-success-soft', ink: 'text-success', icon: 'check' },
  warning: { look: 'border-warning bg-warning-soft', ink: 'text-warning', icon: 'warning' },
  error: { look: 'border-danger bg-danger-soft', ink: 'text-danger', icon: 'alert' },
} as const

type AlertProps = {
  tone: keyof typeof tones
  title?: ReactNode
  children?: ReactNode
  /** For a message that appears while the page is open; not for one that came with the page. */
  live?: boolean
}

export function Alert({ tone, title, children, live = false }: AlertProps) {
  const { look, ink, icon } = tones[tone]
  const role = live ? (tone === 'error' ? 'alert' : 'status') : undefined
  return (
    <div role={role} className={cx('flex items-start gap-3 rounded-lg border px-4 py-3.5 text-ink', look)}>
      <Icon name={icon} className={cx('mt-1 size-5 shrink-0', ink)} />
      <div className="min-w-0">
        {title ? <p className={cx('font-semibold', ink)}>{title}</p> : null}
        {children}
      </div>
    </div>
  )
}
