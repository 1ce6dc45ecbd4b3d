import { cx } from './cx.ts'

/** An animated placeholder; set its size by class. Say in a text beside it what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block rounded-md', className)} />
}
