import type { ReactNode } from 'react'

/** A page with a single form: a heading and the form. */
export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page flex justify-center py-10 md:py-16">
      <section
        className={
          'w-full max-w-xl rounded-xl border border-line bg-card p-[min(1.5rem,7vw)] shadow-card sm:p-9'
        }
      >
        <h1 className="mb-5 text-2xl" tabIndex={-1}>
          {title}
        </h1>
        {children}
      </section>
    </div>
  )
}
