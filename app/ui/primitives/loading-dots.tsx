/** Three moving dots with a text for screen readers, or with `showLabel` for everyone. */
export function LoadingDots({ label, showLabel = false }: { label: string; showLabel?: boolean }) {
  return (
    <div role="status" className="flex items-center justify-center gap-3 py-8 text-muted">
      <span aria-hidden="true" className="flex gap-1.5">
        <span className="loading-dot size-2.5 rounded-full bg-accent" />
        <span className="loading-dot size-2.5 rounded-full bg-accent" />
        <span className="loading-dot size-2.5 rounded-full bg-accent" />
      </span>
      <span className={showLabel ? '' : 'sr-only'}>{label}</span>
    </div>
  )
}
