import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** The way back from a part of the settings. */
export function SettingsLink({ to }: { to: string }) {
  return (
    <p className="mb-2">
      <Link
        to={to}
        className="inline-flex min-h-11 items-center gap-2 text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Settings
      </Link>
    </p>
  )
}
