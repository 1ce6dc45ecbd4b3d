import { Link } from './link.tsx'

/** A link to the receipt of an order, named by its number. */
export function ReceiptLink({ number }: { number: string }) {
  return (
    <Link to={`/receipt/${number}`} className="link break-all">
      {number}
    </Link>
  )
}
