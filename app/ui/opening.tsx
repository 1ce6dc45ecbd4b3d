import { LoadingDots } from './primitives/loading-dots.tsx'

/** Shown over the page while the code of something that was pressed is loaded. */
export function Opening({ label }: { label: string }) {
  return (
    <div className="pointer-events-none fixed inset-x-0 top-20 z-50 flex justify-center">
      <div className="rounded-full border border-line-strong bg-card px-6 shadow-lift *:py-4">
        <LoadingDots label={label} />
      </div>
    </div>
  )
}
