import { cx } from './primitives/cx.ts'

/** Two neighbouring houses with something handed across between them: an H. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={cx('size-9 shrink-0', className)}>
      <path
        className="fill-accent"
        d="M10 4.6a2 2 0 0 1 1.5.7l5.6 6.5q.9 1 .9 2.4v5.3h4v-5.3q0-1.4.9-2.4l5.6-6.5a2 2 0 0 1 3 0l5.6 6.5q.9 1 .9 2.4V33.5a2 2 0 0 1-2 2H24a2 2 0 0 1-2-2v-7.5h-4v7.5a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V14.2q0-1.4.9-2.4l5.6-6.5a2 2 0 0 1 1.5-.7Z"
      />
      <path className="fill-paper" d="M7.2 14.5h5.6v5H7.2zM27.2 14.5h5.6v5h-5.6z" />
      <path className="stroke-accent" strokeWidth="1" d="M10 14.5v5M7.2 17h5.6M30 14.5v5M27.2 17h5.6" />
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
