import { Link } from '#app/ui/link.tsx'

/** The number of an order, which leads to its page; nothing without one. */
export function OrderLink({ number }: { number: string | null }) {
  if (!number) return null
  return (
    <Link to={`/admin/orders/${number}`} className="link inline-block py-0.5 whitespace-nowrap">
      {number}
    </Link>
  )
}
