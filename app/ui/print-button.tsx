import { Printer } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './primitives/button.tsx'
import { cx } from './primitives/cx.ts'

/** Prints the page. It is neither shown without scripts nor printed. */
export function PrintButton({
  className,
  children = 'Print',
  ...props
}: Omit<ComponentProps<typeof Button>, 'type' | 'onClick'>) {
  return (
    <Button
      variant="secondary"
      {...props}
      type="button"
      className={cx('needs-js', className)}
      data-print="hide"
      onClick={() => window.print()}
    >
      <Printer aria-hidden="true" className={props.size === 'sm' ? 'size-4' : 'size-5'} />
      {children}
    </Button>
  )
}
