import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'info' | 'warning' | 'danger'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink',
  accent: 'bg-accent text-on-accent',
  success: 'bg-success-soft text-success',
  info: 'bg-info-soft text-info',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode; className?: string }

/** A word on a coloured background; the word has the whole meaning, the colour is only an additional help. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex w-fit max-w-full items-center gap-1.5 rounded-full border border-transparent px-2.5 ' +
          'py-0.75 text-xs font-semibold',
        'whitespace-nowrap [&_svg]:size-3.5 [&_svg]:shrink-0 forced-colors:border-current print:border-current',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
