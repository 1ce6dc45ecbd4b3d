/** A text of several lines in a table: its beginning, and the rest when expanded. */
export function LongText({ children }: { children: string }) {
  if (children.length <= 220 && children.split('\n').length <= 4)
    return <p className="break-words whitespace-pre-line">{children}</p>
  return (
    <details className="group">
      <summary className="list-none [&::-webkit-details-marker]:hidden">
        <span className="line-clamp-3 break-words group-open:hidden">{children}</span>
        <span className="link inline-flex min-h-9 items-center">
          <span className="group-open:hidden">Read all</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <p className="mt-1 break-words whitespace-pre-line">{children}</p>
    </details>
  )
}
