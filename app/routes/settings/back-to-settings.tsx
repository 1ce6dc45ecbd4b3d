import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** The way back from a page of Settings to all of them. */
export function BackToSettings() {
  return (
    <Link
      to="/profile/settings"
      className="mb-3 inline-flex min-h-11 items-center gap-2 font-medium text-muted hover:text-accent"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      Settings
    </Link>
  )
}
