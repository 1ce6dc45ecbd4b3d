import { cx } from './primitives/cx.ts'

/** The logo: two neighbouring houses with something handed over between them, in the shape of an H. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={cx('size-9.5 shrink-0', className)}>
      <g className="fill-accent stroke-accent" strokeWidth="2.4" strokeLinejoin="round">
        <path className="stroke-none" d="M14 21.2h12v5.6H14z" />
        <path
          className="stroke-none"
          fillRule="evenodd"
          d="M3.4 14h12.4v21.6H3.4zM7 18.6v5h5.2v-5zM24.2 14h12.4v21.6H24.2zM27.8 18.6v5H33v-5z"
        />
        <path d="M1.9 14.4 9.6 5.2l7.7 9.2zM22.7 14.4l7.7-9.2 7.7 9.2z" />
      </g>
    </svg>
  )
}

export function Logo({ siteName, className }: { siteName: string; className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="pt-0.5 font-display text-[1.65rem]/none font-extrabold tracking-tight text-ink">
        {siteName}
      </span>
    </span>
  )
}
