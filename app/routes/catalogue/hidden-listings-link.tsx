import { Link } from '#app/ui/link.tsx'

const COUNTED_TO = 1000

/** The link of an admin to the listings that match a search and are not public. */
export function HiddenListingsLink({ count, search }: { count: number; search: string }) {
  const many = count > COUNTED_TO ? `More than ${COUNTED_TO.toLocaleString('en-PH')}` : count
  return (
    <p className="mt-4">
      <Link
        to={`/admin/listings?${new URLSearchParams({ search })}`}
        className="link inline-flex min-h-11 items-center"
      >
        {count === 1
          ? '1 other listing matches, which is not public'
          : `${many} other listings match, which are not public`}
      </Link>
    </p>
  )
}
