import { cx } from './cx.ts'

/** A breathing placeholder; give its size by class. Say what is loading beside it, in words. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block rounded-md', className)} />
}
