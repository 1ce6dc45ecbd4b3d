import type { ComponentProps, ElementType } from 'react'
import { cx } from './cx.ts'

type CardProps = ComponentProps<'div'> & { as?: ElementType; padding?: 'none' | 'md' | 'lg' }

const paddings = { none: '', md: 'p-[min(1.25rem,6vw)] sm:p-6', lg: 'p-[min(1.5rem,7vw)] sm:p-9' }

export function Card({ as: Tag = 'div', padding = 'md', className, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={cx(
        'rounded-xl border border-line bg-card shadow-card print:shadow-none',
        paddings[padding],
        className,
      )}
    />
  )
}
