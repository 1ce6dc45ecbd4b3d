import { LoadingDots } from './primitives/loading-dots.tsx'

/** Shown over the page while the code of something that was pressed is loaded. */
export const Opening = ({ label }: { label: string }) => (
  <div className="fixed inset-x-0 top-20 z-50 mx-auto w-fit rounded-full bg-card px-6 shadow-lift">
    <LoadingDots label={label} />
  </div>
)
