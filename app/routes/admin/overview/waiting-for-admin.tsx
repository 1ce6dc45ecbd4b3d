import { ArrowRight } from 'lucide-react'
import { Link } from '#app/ui/link.tsx'
import type { Task } from './tasks.ts'

/** What waits for an admin, each a link to its page. */
export function WaitingForAdmin({ tasks }: { tasks: readonly Task[] }) {
  return (
    <section aria-labelledby="waiting" className="mt-10">
      <h2 id="waiting" className="text-xl">
        What waits for you
      </h2>
      {tasks.length > 0 ? (
        <ul
          role="list"
          className="mt-4 divide-y divide-line rounded-xl border border-line bg-card shadow-card"
        >
          {tasks.map(({ to, text }) => (
            <li key={to + text}>
              <Link
                to={to}
                className={
                  'group flex min-h-13 items-center justify-between gap-4 px-4 py-2.5 font-semibold ' +
                  '-outline-offset-3 hover:text-accent sm:px-5'
                }
              >
                {text}
                <ArrowRight
                  aria-hidden="true"
                  className="size-5 shrink-0 text-muted group-hover:text-accent"
                />
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-3 text-muted">Everything has been looked at. Well kept.</p>
      )}
    </section>
  )
}
