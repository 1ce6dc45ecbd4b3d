import { cx } from './primitives/cx.ts'

/** Two neighbouring houses with something handed across between them: an H. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={cx('size-9 shrink-0', className)}>
      <path
        className="fill-accent"
        d="M9.5 4q.8 0 1.3.6l4.9 5.8q.8.9.8 2.1V19.5h7v-7q0-1.2.8-2.1l4.9-5.8q1.3-1.2 2.6 0l4.9 5.8q.8.9.8 2.1V34a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-7.5h-7V34a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2V12.5q0-1.2.8-2.1l4.9-5.8Q8.7 4 9.5 4Z"
      />
      <path className="fill-paper" d="M7 13.5h5v5H7zM28 13.5h5v5h-5z" />
    </svg>
  )
}

export function Logo({ siteName, className }: { siteName: string; className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="font-display text-[1.6rem]/none font-extrabold tracking-tight text-ink">{siteName}</span>
    </span>
  )
}
